import { expect, test } from "@jest/globals";
import { circlesIn } from "./circles.mjs";
import { brokenRules } from "./rules.mjs";

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

test.each([
  ["another aggregate", "aggregates/pin/decider.ts", "aggregates/consumer/decider.ts"],
  ["a use case", "aggregates/pin/decider.ts", "use-cases/register/registration.ts"],
  ["the service's root", "use-cases/register/registration.ts", "compose-parts.ts"],
  ["a use case from below", "sessions/credentials.ts", "use-cases/register/registration.ts"],
])("an import of %s is reported", (_what, from, to) => {
  const service = "services/command-api";
  const lines = brokenRules(graph({ [`${service}/${from}`]: [`${service}/${to}`] }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`${service}/${from} imports ${service}/${to}`);
});

test("an import of the tests' kit by a program that ships is reported, and by a bench it is not", () => {
  const imports = ["testing/stores/front.ts"];
  const lines = brokenRules(graph({ "embedded/start.ts": imports, "testing/bench/main.ts": imports }));
  expect(lines).toEqual([expect.stringContaining("embedded/start.ts imports testing/stores/front.ts")]);
});

test("a PIN or consumer aggregate that makes its own refusals is reported, and its tests are not", () => {
  const errors = ["contracts/routes/errors.ts"];
  const folder = "services/command-api/pins";
  const lines = brokenRules(
    graph({ [`${folder}/decider.ts`]: errors, [`${folder}/decider.test.ts`]: errors }),
  );
  expect(lines).toEqual([expect.stringContaining("decider.ts imports contracts/routes/errors.ts")]);
});

test("a use case may import aggregates, sessions and HTTP", () => {
  const service = "services/command-api";
  const targets = ["aggregates/pin/decider.ts", "sessions/credentials.ts", "http/caller.ts"];
  const from = `${service}/use-cases/register/registration.ts`;
  expect(brokenRules(graph({ [from]: targets.map((target) => `${service}/${target}`) }))).toEqual([]);
});
