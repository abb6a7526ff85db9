import { describe, expect, test } from "@jest/globals";
import type { Stored } from "@ornament/contracts/read-models/read-model";
import { adminsTable } from "@ornament/contracts/tables/admins";
import { consumersTable } from "@ornament/contracts/tables/consumers";
import type { Collection, Filter } from "mongodb";
import { anyOf, readPage, sortOf, windowOf } from "./paging.ts";

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

describe("a page of a table", () => {
  interface Row extends Stored {
    _id: number;
  }
  /** A collection in which `size` documents match, and what was asked of it. */
  function collectionOf(size: number) {
    const asked: string[] = [];
    let window = { from: 0, limit: 0 };
    const cursor = {
      sort: () => cursor,
      skip: (from: number) => {
        window = { ...window, from };
        return cursor;
      },
      limit: (limit: number) => {
        window = { ...window, limit };
        return cursor;
      },
      toArray: async () =>
        Array.from({ length: Math.max(0, Math.min(window.limit, size - window.from)) }, (_, _id) => ({
          _id,
        })),
    };
    const collection = {
      find: () => {
        asked.push("find");
        return cursor;
      },
      countDocuments: async () => {
        asked.push("count");
        return size;
      },
    };
    return { collection: collection as unknown as Collection<Row>, asked };
  }
  const read = async (size: number, page: number, filter: Filter<Row> = { _id: { $gt: 0 } }) => {
    const { collection, asked } = collectionOf(size);
    const { rows, count } = await readPage(collection, {
      filter,
      sort: { _id: 1 },
      page: { page, limit: 10 },
    });
    return { rows: rows.length, count, asked: asked.join() };
  };

  test("the rows are not counted where a page that isn't full tells the number", async () => {
    expect(await read(0, 1)).toEqual({ rows: 0, count: 0, asked: "find" });
    expect(await read(7, 1)).toEqual({ rows: 7, count: 7, asked: "find" });
    expect(await read(13, 2)).toEqual({ rows: 3, count: 13, asked: "find" });
  });

  test("the rows are counted where the page is full, or beyond the last one", async () => {
    expect(await read(10, 1)).toEqual({ rows: 10, count: 10, asked: "find,count" });
    expect(await read(25, 2)).toEqual({ rows: 10, count: 25, asked: "find,count" });
    expect(await read(25, 4)).toEqual({ rows: 0, count: 25, asked: "find,count" });
  });

  test.each([[{}], [{ deleted: false }]])("with the filter %j the whole table is counted", async (filter) => {
    expect(await read(7, 1, filter)).toEqual({ rows: 7, count: 7, asked: "find,count" });
  });
});
