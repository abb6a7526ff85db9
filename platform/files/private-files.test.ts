import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { testIf } from "@ornament/testing/suites/test-if";
import { appendLines, readLines } from "./private-files.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lines-"));
  file = join(folder, "file.txt");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("appended lines are read again, and only their owner can read the file", async () => {
  expect(readLines(file)).toEqual([]);
  await appendLines(file, "one\n");
  await appendLines(file, "two\nthree\n");
  expect(readLines(file)).toEqual(["one", "two", "three"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(["tor", "one\ntwo\nthr", "one\ntwo\n"])(
  "a line that was cut off after %j is not read, and the next one doesn't continue it",
  async (left) => {
    writeFileSync(file, left);
    const whole = left.split("\n").slice(0, -1);
    expect(readLines(file)).toEqual(whole);
    await appendLines(file, "next\n");
    expect(readLines(file)).toEqual([...whole, "next"]);
    expect(readFileSync(file, "utf8")).toBe([...whole, "next", ""].join("\n"));
  },
);

testIf(existsSync("/dev/full"), "needs /dev/full")("a full disk refuses the lines", async () => {
  symlinkSync("/dev/full", file);
  await expect(appendLines(file, "one\n")).rejects.toThrow();
});
