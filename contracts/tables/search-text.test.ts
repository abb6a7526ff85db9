import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { batchSortOf, formerSearchOf, searchable, searchTextOf } from "./search-text.ts";

test.each([
  ["ABCD–123", "abcd-123"],
  ["ABCD‑123", "abcd-123"],
  ["ＡＢＣＤ－１２３", "abcd-123"],
  ["ÉMILE", "emile"],
  ["e\u0301mile", "emile"],
  ["H\u0331", "h"],
  ["Mia’s", "mia's"],
  ["Mia´s", "mia's"],
  ["José", "jose"],
  ["Straße", "strasse"],
  ["STRAẞE", "strasse"],
  ["Søren Łódź", "soren lodz"],
  ["“Gold”", '"gold"'],
  ["AB\u200BCD\u00AD-123", "abcd-123"],
  ["ガラス", "ガラス"],
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
      expect(searchable(`${text}é`)).toBe(`${searchable(text)}e`);
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

test("batches are in order without case, and their numbers count as numbers", () => {
  const names = [
    "Batch 10",
    "batch 2",
    "Batch 2",
    "2026-11-09",
    "2026-2-1",
    "Émile",
    "batch 02",
    "Batch",
    "Zoo",
    "éa",
  ];
  expect(names.sort((a, b) => (batchSortOf(a) < batchSortOf(b) ? -1 : 1))).toEqual([
    "2026-2-1",
    "2026-11-09",
    "Batch",
    "Batch 2",
    "batch 02",
    "batch 2",
    "Batch 10",
    "éa",
    "Émile",
    "Zoo",
  ]);
});

test("each name of a batch has another sort key", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "A", "0", "1", "é", "-") });
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(batchSortOf(one) === batchSortOf(other)).toBe(one === other);
    }),
  );
});
