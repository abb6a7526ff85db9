import { expect, test } from "@jest/globals";
import { allOf } from "./all-of.ts";

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
