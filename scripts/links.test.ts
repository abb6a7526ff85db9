import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { brokenLinks } from "./links.mjs";

let root: string;
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "links-"));
  write("README.md", "See [the guide](docs/guide.md#two-words).\n");
  write(
    "docs/guide.md",
    "# Guide\n\n## Two words\n\n[back](../README.md) and [the web](https://example.com/x)\n",
  );
});
afterEach(() => rmSync(root, { recursive: true }));

test("a document whose links and anchors all exist has no problem", () => {
  expect(brokenLinks(root)).toEqual([]);
});

test("a link to a missing file is reported with its file and line", () => {
  write("docs/guide.md", "# Guide\n\n## Two words\n\n[x](missing.md)\n");
  expect(brokenLinks(root)).toEqual(["docs/guide.md:5: missing.md does not exist"]);
});

test("a link to a missing heading is reported, in the same document and in another one", () => {
  write("README.md", "[a](docs/guide.md#three) [b](#nowhere)\n");
  expect(brokenLinks(root)).toEqual([
    "README.md:1: docs/guide.md has no heading #three",
    "README.md:1: README.md has no heading #nowhere",
  ]);
});

test("a document that a comment names must exist; its extension may be left out", () => {
  write(
    "src/a.ts",
    "// See docs/guide#two-words.\n// See docs/missing.md.\n// GET /api/docs/x is something else.\n",
  );
  expect(brokenLinks(root)).toEqual(["src/a.ts:2: docs/missing.md does not exist"]);
});

test("a file or folder of the product that a document names must exist", () => {
  write("services/pins/decider.ts", "");
  write(
    "docs/guide.md",
    "## Two words\n`services/pins`, `services/pins/decider.ts`, `services/<name>/x.ts`, `services/gone.ts`\n",
  );
  expect(brokenLinks(root)).toEqual(["docs/guide.md:2: services/gone.ts does not exist"]);
});

test("a document that no link leads to is reported", () => {
  write("docs/forgotten.md", "# Forgotten\n");
  expect(brokenLinks(root)).toEqual(["docs/forgotten.md:1: no link leads here"]);
});

test.each(["(design §3)", "the spec (§8)", "security line 21", "security lines 4"])(
  "the citation %j in a comment is refused",
  (citation) => {
    write("src/a.ts", `/** As it is ${citation}. */\n`);
    expect(brokenLinks(root)).toEqual(["src/a.ts:1: cites a document that is not in the repository"]);
  },
);

test("a link to a file that only commands make is reported, also if the file exists", () => {
  write(".gitignore", "bench/results/\n");
  write("bench/results/table.txt", "a table");
  write("docs/guide.md", "# Guide\n\n## Two words\n\n[the table](../bench/results/table.txt)\n");
  expect(brokenLinks(root)).toEqual(["docs/guide.md:5: ../bench/results/table.txt does not exist"]);
});
