import { expect, test } from "@jest/globals";
import { circlesIn } from "./circles.mjs";
import { brokenRules, unusedPairs } from "./rules.mjs";

const graph = (imports: Record<string, string[]>) =>
  new Map(Object.entries(imports).map(([file, targets]) => [file, new Set(targets)]));

test("files that import each other are reported, also through a third file", () => {
  const files = graph({
    "a/a.ts": ["a/b.ts"],
    "a/b.ts": ["a/c.ts"],
    "a/c.ts": ["a/a.ts"],
    "a/d.ts": ["a/a.ts"],
  });
  expect(circlesIn(files)[0]).toBe("These files import each other: a/a.ts, a/b.ts, a/c.ts");
});

test("folders that import each other are reported although their files don't", () => {
  const files = graph({ "x/a/1.ts": ["x/b/1.ts"], "x/b/1.ts": [], "x/b/2.ts": ["x/a/2.ts"], "x/a/2.ts": [] });
  expect(circlesIn(files)).toEqual(["In x these import each other: a, b"]);
});

test("a file that imports a folder next to it is reported if the folder imports the file", () => {
  const files = graph({ "x/main.ts": ["x/part/1.ts"], "x/part/1.ts": [], "x/part/2.ts": ["x/main.ts"] });
  expect(circlesIn(files)).toEqual(["In x these import each other: main.ts, part"]);
});

test("imports in one direction are not a circle", () => {
  const files = graph({ "a/1.ts": ["b/1.ts"], "b/1.ts": ["c/1.ts"], "c/1.ts": [] });
  expect(circlesIn(files)).toEqual([]);
});

const commandApi = "services/command-api";

test.each([
  ["contracts, of platform", "contracts/pins/api.ts", "platform/http/caller.ts"],
  ["platform, of a service", "platform/http/caller.ts", `${commandApi}/http/caller.ts`],
  ["a service, of another one", `${commandApi}/app.ts`, "services/projector/app.ts"],
  ["a service, of a tool", "services/projector/app.ts", "tools/backup/backup.ts"],
  ["a tool, of the start", "tools/backup/backup.ts", "embedded/start.ts"],
  ["the start, of the tests' kit", "embedded/start.ts", "testing/stores/front.ts"],
  ["an attack, of the product's inside", "testing/attack/main.ts", "platform/http/caller.ts"],
  ["a site, of the other", "web/src/consumer/site.ts", "web/src/admin/routes.tsx"],
  ["a shared part of the web, of a site", "web/src/ui/menu.tsx", "web/src/admin/routes.tsx"],
  ["a decider, of its use case", `${commandApi}/pins/decider.ts`, `${commandApi}/pins/manage-pins.ts`],
  ["a decider, of HTTP", `${commandApi}/pins/state.ts`, "platform/http/caller.ts"],
  ["a decider, of another feature's", `${commandApi}/imports/decider.ts`, `${commandApi}/pins/state.ts`],
  ["a decider that makes a refusal", `${commandApi}/pins/decider.ts`, "contracts/routes/errors.ts"],
  ["a feature, of one that it may not use", "services/query-api/find.ts", "services/query-api/looks.ts"],
  ["a feature, of what is put together from it", "contracts/pins/api.ts", "contracts/catalogue.ts"],
  [
    "a shared part, of a feature",
    `${commandApi}/sessions/decider.ts`,
    `${commandApi}/admins/admin-accounts.ts`,
  ],
])("the import of %s, is reported", (_what, from, to) => {
  expect(brokenRules(graph({ [from]: [to] }))).toEqual([expect.stringContaining(`${from} imports ${to}: `)]);
});

test.each([
  ["a use case, of its decider", `${commandApi}/pins/manage-pins.ts`, `${commandApi}/pins/decider.ts`],
  ["a feature, of one in the list", "services/query-api/find.ts", "services/query-api/pins/found-pins.ts"],
  ["a feature, of a shared part", `${commandApi}/pins/manage-pins.ts`, `${commandApi}/http/caller.ts`],
  ["a bench, of the tests' kit", "testing/bench/main.ts", "testing/stores/front.ts"],
  ["a service's test, of an embedded server", "services/projector/app.test.ts", "embedded/start.ts"],
])("the import of %s, is allowed", (_what, from, to) => {
  expect(brokenRules(graph({ [from]: [to] }))).toEqual([]);
});

test("a pair of features in the list that no import needs is reported", () => {
  const needed = graph({ "services/query-api/find.ts": ["services/query-api/pins/found-pins.ts"] });
  const lines = unusedPairs(needed);
  expect(lines).toContain('No import needs "imports → pins" any more');
  expect(lines.join()).not.toContain("find → pins");
});
