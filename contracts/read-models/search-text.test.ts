import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { formerSearchOf, searchable, searchTextOf } from "./search-text.ts";

test.each([
  ["ABCD–123", "abcd-123"],
  ["ABCD‑123", "abcd-123"],
  ["ＡＢＣＤ－１２３", "abcd-123"],
  ["ÉMILE", "émile"],
  ["e\u0301mile", "émile"],
  ["H\u0331", "\u1E96"],
])("the searched form of %j is %j", (text, expected) => {
  expect(searchable(text)).toBe(expected);
});

test("a text in its searched form stays the same when it is converted again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(searchable(searchable(text))).toBe(searchable(text));
    }),
  );
});

test("a text of ASCII characters gets the same form as one with others", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
      expect(searchable(`${text}é`)).toBe(`${searchable(text)}é`);
    }),
  );
});

test("the search text has each part once, without empty and erased ones", () => {
  expect(searchTextOf(["Ann@Example.com", null, "", "Tree", "TREE"])).toBe("ann@example.com\ntree");
  expect(searchTextOf([null])).toBe("");
});

test("each former email address has a line break on both sides", () => {
  expect(formerSearchOf(["b@example.com", "a@example.com"])).toBe("\nb@example.com\na@example.com\n");
  expect(formerSearchOf([])).toBe("");
});
