import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { scenarios } from "./scenarios.ts";

const docs = new URL("../../docs/", import.meta.url);
const security = readFileSync(new URL("security.md", docs), "utf8");
const tests = readFileSync(new URL("security-tests.md", docs), "utf8");

/** The cells of the rows of all tables in a text, without their heads. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (?!---|\| |Promise )(.+) \|$/gm)].map(([, row = ""]) => row.split(/ \| ?/));

const [, promises = ""] = security.split(/^## (?:The promises|Other users of the machine)$/m);
const shown = rowsOf(tests).map(([promise = "", files = "", attacks = ""]) => ({
  promise,
  files: [...files.matchAll(/\]\(([^)]+)\)/g)].map(([, file = ""]) => file),
  attacks: [...attacks.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
}));

test("docs/security-tests.md has a row for each promise of docs/security.md, in the same order", () => {
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.map(({ promise }) => promise)).toEqual(rowsOf(promises).map(([name]) => name));
});

test.each(shown)('docs/security-tests.md names files with tests of the promise "$promise"', ({ files }) => {
  expect(files).not.toEqual([]);
  for (const link of files) {
    const file = fileURLToPath(new URL(link, docs));
    expect({ link, exists: existsSync(file) }).toEqual({ link, exists: true });
    expect(file).toMatch(/\.test\.ts$/);
  }
});

test("docs/security-tests.md names existing attacks only, and each attack by itself or by its scenario", () => {
  const named = new Set(shown.flatMap(({ attacks }) => attacks));
  const all = scenarios.map(({ name, attacks }) => ({
    scenario: name,
    attacks: attacks.map((attack) => `${name}/${attack.name}`),
  }));
  const known = all.flatMap(({ scenario, attacks }) => [scenario, ...attacks]);
  expect([...named].filter((name) => !known.includes(name))).toEqual([]);
  const missing = all.flatMap(({ scenario, attacks }) =>
    named.has(scenario) ? [] : attacks.filter((name) => !named.has(name)),
  );
  expect(missing).toEqual([]);
});

test("docs/security.md names every scenario of the attacks", () => {
  for (const { name } of scenarios) expect(security).toContain(`| \`${name}\` |`);
});
