import { expect, test } from "@jest/globals";
import { anyOf, sortBy, windowOf } from "./paging.ts";

test("pages count from 1", () => {
  expect(windowOf({ page: 1, limit: 25 })).toEqual({ skip: 0, limit: 25 });
  expect(windowOf({ page: 3, limit: 25 })).toEqual({ skip: 50, limit: 25 });
});

test("ties follow the direction, so that one index serves both ways", () => {
  expect(Object.entries(sortBy("email", "ASC", ["consumerId", "pinId"]))).toEqual([
    ["email", 1],
    ["consumerId", 1],
    ["pinId", 1],
  ]);
  expect(Object.entries(sortBy("email", "DESC", ["_id"]))).toEqual([
    ["email", -1],
    ["_id", -1],
  ]);
});

test("a field that is its own tie is named once", () => {
  expect(Object.entries(sortBy("consumerId", "ASC", ["consumerId", "pinId"]))).toEqual([
    ["consumerId", 1],
    ["pinId", 1],
  ]);
});

test("one condition stands by itself, several are alternatives", () => {
  expect(anyOf([{ a: 1 }])).toEqual({ a: 1 });
  expect(anyOf<{ a: number; b: number }>([{ a: 1 }, { b: 2 }])).toEqual({ $or: [{ a: 1 }, { b: 2 }] });
});
