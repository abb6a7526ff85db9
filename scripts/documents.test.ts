import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { documentProblems } from "./documents.mjs";

let root: string;
const write = (name: string, text: string) => writeFileSync(join(root, name), text);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "documents-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const sentence = "A link works for 24 hours, also after newer ones were sent to the address.";

test("a repeated paragraph is reported with both places, independent of its line breaks", () => {
  write("a.md", `# A\n\n${sentence}\n\nAnother.\n\n${sentence.replace("24 hours, ", "24 hours,\n")}\n`);
  expect(documentProblems(root)).toEqual(["a.md:7: repeats a.md:3"]);
});

test("an item of a list and a row of a table that another document contains are reported", () => {
  write("a.md", `- ${sentence}\n- Other.\n\n| ${sentence} |\n`);
  write("b.md", `${sentence}\n`);
  expect(documentProblems(root)).toEqual(["a.md:4: repeats a.md:1", "b.md:1: repeats a.md:1"]);
});

test("short paragraphs and code blocks may be repeated", () => {
  const code = `\`\`\`sh\n${sentence}\n\`\`\`\n`;
  write("a.md", `See above.\n\n${code}\n${code}\nSee above.\n`);
  expect(documentProblems(root)).toEqual([]);
});

test.each([
  ["`cache.ts`, 2 lines", ["a.md:1: cache.ts has 3 lines, not 2"]],
  ["`cache.ts` (about 9 lines)", ["a.md:1: cache.ts has 3 lines, not 9"]],
  ["`cache.ts`: under 3 lines", ["a.md:1: cache.ts has 3 lines, not 3"]],
  ["`gone.ts`, 2 lines", ["a.md:1: gone.ts does not exist"]],
  ["`cache.ts`, 3 lines, is under 4 lines", []],
  ["`cache.ts` (about 3 lines)", []],
])("the length of a file in %j is compared with the file", (text, problems) => {
  write("cache.ts", "1\n2\n3\n");
  write("a.md", `${text}\n`);
  expect(documentProblems(root)).toEqual(problems);
});
