import { expect, test } from "@jest/globals";
import { csvText, safeCell } from "./csv-text.ts";

test.each([
  ["a,b;c", "a /b /c"],
  ["plain", "plain"],
  ["", ""],
  ["=1+1", "'=1+1"],
  ["+1 800", "'+1 800"],
  ["-1", "'-1"],
  ["@here", "'@here"],
  ["\tx", "'\tx"],
  ["\rx", "'\rx"],
  ["\n=1", "'\n=1"],
  ["＝1+1", "'＝1+1"],
  ["＋1 800", "'＋1 800"],
  ["－1", "'－1"],
  ["＠here", "'＠here"],
  ["﹦1", "'﹦1"],
  ["\u0000=1+1", "'=1+1"],
  ["two\r\nlines\u0007", "two\r\nlines"],
  ["日本語", "日本語"],
  ["a=b", "a=b"],
  [",=1", " /=1"],
])("the cell %j of an export is written as %j", (text, written) => {
  expect(safeCell(text)).toBe(written);
});

test("a row of an export quotes cells with quotation marks or line breaks", async () => {
  expect(await csvText([["plain", 'say "hi"', "two\r\nlines", "", "'x"]])).toBe(
    `plain,"say ""hi""","two\r\nlines",,'x\r\n`,
  );
  expect(await csvText([["one\nbreak", "a,b"], ["=1"]])).toBe('"one\nbreak",a /b\r\n\'=1\r\n');
});

test("a file of an export begins with one byte order mark, and its chunks make the text of all rows together", async () => {
  const rows = [["a", "é"], [""], ["", ""], ["b"]];
  const whole = await csvText(rows, true);
  expect(whole).toBe("\ufeffa,é\r\n\r\n,\r\nb\r\n");
  expect((await csvText(rows.slice(0, 1), true)) + (await csvText(rows.slice(1)))).toBe(whole);
  expect(await csvText([])).toBe("");
});
