import { describe, expect, test } from "@jest/globals";
import { csvLine, safeCell } from "./csv-line.ts";

describe("a cell", () => {
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
});

test("a line of an export quotes cells with quotation marks or line breaks", () => {
  expect(csvLine(["plain", 'say "hi"', "two\r\nlines", "", "'x"])).toBe(
    `plain,"say ""hi""","two\r\nlines",,'x\r\n`,
  );
  expect(csvLine(["one\nbreak", "a,b"])).toBe('"one\nbreak",a /b\r\n');
});
