import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { scenarios } from "./scenarios.ts";

const document = new URL("../docs/security.md", import.meta.url);
const text = readFileSync(document, "utf8");

/** A link, and the quoted name after it, if one follows. */
const named = [...text.matchAll(/\]\(([^)]+\.ts)\)(?: "([^"]+)")?/g)].map(
  ([, link = "", name]) => [link, name] as const,
);

test.each(named)("docs/security.md names a test of the file %s", (link, name) => {
  const file = fileURLToPath(new URL(link, document));
  expect(existsSync(file)).toBe(true);
  if (name !== undefined) expect(readFileSync(file, "utf8")).toContain(name);
});

test("docs/security.md names existing attacks only, and every scenario", () => {
  const known = scenarios.flatMap((scenario) => [
    scenario.name,
    ...scenario.attacks.map(({ name }) => `${scenario.name}/${name}`),
  ]);
  const attacks = [...text.matchAll(/attack `([\w/-]+)`/g)].map(([, name = ""]) => name);
  expect(attacks.filter((name) => !known.includes(name))).toEqual([]);
  for (const { name } of scenarios) expect(text).toContain(`| \`${name}\` |`);
});

test("docs/security.md names for every attack a change of the product with which it has failed", () => {
  const [, table = ""] = text.split("### Every attack has failed once");
  const names = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([\w/-]+)`/g)].map(([, name]) => name),
  );
  const all = scenarios.flatMap(({ name, attacks }) => attacks.map((attack) => `${name}/${attack.name}`));
  expect(names.toSorted()).toEqual(all.toSorted());
});
