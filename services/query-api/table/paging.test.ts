import { describe, expect, test } from "@jest/globals";
import { adminsTable } from "@ornament/contracts/tables/admins";
import { consumersTable } from "@ornament/contracts/tables/consumers";
import type { Filter } from "mongodb";
import { collectionOfTexts, type Numbered } from "../testing/fake-collection.ts";
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
  const read = async (
    texts: readonly string[],
    page: number,
    filter: Filter<Numbered> = { _id: { $gte: 0 } },
    direction: 1 | -1 = 1,
  ) => {
    const { collection, asked } = collectionOfTexts(texts);
    const { rows, count } = await readPage(collection, {
      filter,
      sort: { _id: direction },
      page: { page, limit: 10 },
    });
    return { ids: rows.map(({ _id }) => _id), count, asked: asked.join() };
  };
  const readSome = async (size: number, page: number, filter?: Filter<Numbered>) => {
    const { ids, ...others } = await read(Array(size).fill("tree"), page, filter);
    return { rows: ids.length, ...others };
  };

  test("the rows are not counted where a page that isn't full tells the number", async () => {
    expect(await readSome(0, 1)).toEqual({ rows: 0, count: 0, asked: "page" });
    expect(await readSome(7, 1)).toEqual({ rows: 7, count: 7, asked: "page" });
    expect(await readSome(13, 2)).toEqual({ rows: 3, count: 13, asked: "page" });
  });

  test("the rows are counted where the page is full, or beyond the last one", async () => {
    expect(await readSome(10, 1)).toEqual({ rows: 10, count: 10, asked: "page,count" });
    expect(await readSome(25, 2)).toEqual({ rows: 10, count: 25, asked: "page,count" });
    expect(await readSome(25, 4)).toEqual({ rows: 0, count: 25, asked: "page,count" });
  });

  test.each([[{}], [{ deleted: false }]])("with the filter %j the whole table is counted", async (filter) => {
    expect(await readSome(7, 1, filter)).toEqual({ rows: 7, count: 7, asked: "page,count" });
  });

  describe("that is searched for a part of a text", () => {
    const texts = ["a tree", "a door", "trees", "two trees", "street", "lamp"];
    const tree: Filter<Numbered> = { text: { $regex: "tree" } };

    test("a search that finds few looks at the texts once, for the rows and their number", async () => {
      expect(await read(texts, 1, tree)).toEqual({ ids: [0, 2, 3, 4], count: 4, asked: "ids,page" });
      const many = Array(1_000).fill("tree");
      expect(await read(many, 100, tree, -1)).toEqual({
        ids: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
        count: 1_000,
        asked: "ids,page",
      });
    });

    test("a search that finds nothing, and a page beyond the last one, read no rows", async () => {
      expect(await read(["lamp"], 1, tree)).toEqual({ ids: [], count: 0, asked: "ids" });
      expect(await read(texts, 2, tree)).toEqual({ ids: [], count: 4, asked: "ids" });
    });

    test("a search is narrowed by the other conditions", async () => {
      const narrowed = { _id: { $gte: 2 }, $and: [tree, { text: { $regex: "s" } }] };
      expect(await read(texts, 1, narrowed, -1)).toEqual({ ids: [4, 3, 2], count: 3, asked: "ids,page" });
    });

    test("a search that finds more than a thousand reads the page in its order and counts", async () => {
      const many = Array(1_001).fill("tree");
      const { ids, ...others } = await read(many, 1, tree, -1);
      expect(ids[0]).toBe(1_000);
      expect(others).toEqual({ count: 1_001, asked: "ids,page,count" });
      expect(await read(many, 101, tree)).toMatchObject({ ids: [1_000], count: 1_001 });
    });
  });
});
