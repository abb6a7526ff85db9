import { expect, test } from "@jest/globals";
import { allOf, anyOf } from "./conditions.ts";

test("conditions on different fields become one document", () => {
  expect(allOf([{ blocked: true }, { search: "a" }])).toEqual({ blocked: true, search: "a" });
  expect(allOf([])).toEqual({});
});

test("further conditions on the same field are kept", () => {
  const words = allOf([{ search: "a" }, { search: "b" }, { search: "c" }]);
  expect(words).toEqual({ search: "a", $and: [{ search: "b" }, { search: "c" }] });
  expect(allOf([{ blocked: true }, words, { $and: [{ search: "d" }] }])).toEqual({
    blocked: true,
    search: "a",
    $and: [{ search: "b" }, { search: "c" }, { $and: [{ search: "d" }] }],
  });
});

test("a single condition is the filter itself, several become alternatives", () => {
  expect(anyOf([{ a: 1 }])).toEqual({ a: 1 });
  expect(anyOf<{ a: number; b: number }>([{ a: 1 }, { b: 2 }])).toEqual({ $or: [{ a: 1 }, { b: 2 }] });
});
