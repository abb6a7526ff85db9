import { expect, test } from "@jest/globals";
import { adminsTable } from "@ornament/contracts/tables/admins";
import { consumersTable } from "@ornament/contracts/tables/consumers";
import { anyOf, sortOf, windowOf } from "./paging.ts";

test("page 1 is the first page", () => {
  expect(windowOf({ page: 1, limit: 25 })).toEqual({ skip: 0, limit: 25 });
  expect(windowOf({ page: 3, limit: 25 })).toEqual({ skip: 50, limit: 25 });
});

test("all fields of a sort go in the same direction, so that one index serves both directions", () => {
  expect(Object.entries(sortOf(consumersTable, { fieldName: "name", direction: "ASC" }))).toEqual([
    ["nameSort", 1],
    ["consumerId", 1],
    ["pinId", 1],
  ]);
  expect(Object.entries(sortOf(adminsTable, { fieldName: "email", direction: "DESC" }))).toEqual([
    ["email", -1],
    ["_id", -1],
  ]);
});

test("a sort by a tie names the field once", () => {
  expect(Object.entries(sortOf(consumersTable, { fieldName: "id", direction: "ASC" }))).toEqual([
    ["consumerId", 1],
    ["pinId", 1],
  ]);
});

test("a single condition is the filter itself, several become alternatives", () => {
  expect(anyOf([{ a: 1 }])).toEqual({ a: 1 });
  expect(anyOf<{ a: number; b: number }>([{ a: 1 }, { b: 2 }])).toEqual({ $or: [{ a: 1 }, { b: 2 }] });
});
