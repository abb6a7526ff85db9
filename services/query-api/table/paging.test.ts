import { describe, expect, test } from "@jest/globals";
import { adminsTable } from "@ornament/contracts/admins/columns";
import { consumersTable } from "@ornament/contracts/consumers/columns";
import type { Filter } from "mongodb";
import { collectionOfTexts, type Numbered } from "../testing/fake-collection.ts";
import { filterOfFirstFound, readFirstFound, readPage, sortOf, windowOf } from "./paging.ts";

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

describe("a page of a table", () => {
  const read = async (size: number, page: number, count?: number) => {
    const { collection, asked } = collectionOfTexts(Array(size).fill("tree"), count);
    const found = await readPage(collection, {
      filter: { text: { $regex: "tree" } },
      sort: { _id: -1 },
      page: { page, limit: 10 },
    });
    return { ids: found.rows.map(({ _id }) => _id), count: found.count, asked: asked.join() };
  };

  test("a page has its rows and the number of all rows", async () => {
    expect(await read(25, 2)).toMatchObject({ ids: [14, 13, 12, 11, 10, 9, 8, 7, 6, 5], count: 25 });
    expect(await read(10, 1)).toMatchObject({ count: 10 });
    expect(await read(0, 1)).toMatchObject({ ids: [], count: 0 });
  });

  test("a page beyond the last one is empty and has the number of all rows", async () => {
    expect(await read(25, 4)).toMatchObject({ ids: [], count: 25 });
  });

  test("the number agrees with the rows of the last page, even if a row was written after they were read", async () => {
    expect(await read(3, 1, 4)).toMatchObject({ ids: [2, 1, 0], count: 3 });
    expect(await read(13, 2, 14)).toMatchObject({ ids: [2, 1, 0], count: 13 });
    expect(await read(0, 1, 1)).toMatchObject({ ids: [], count: 0 });
  });

  test("rows are counted only where they fill the page", async () => {
    expect((await read(0, 1)).asked).toBe("page");
    expect((await read(7, 1)).asked).toBe("page");
    expect((await read(13, 2)).asked).toBe("page");
    expect((await read(25, 2)).asked).toBe("page,count");
    expect((await read(25, 4)).asked).toBe("page,count");
  });
});

test("rows ahead of the others come first on the pages, each row is on one page, and the number is that of all rows", async () => {
  const texts = ["tree", "door", "street", "tree", "lamp", "tree", "trees"];
  const { collection } = collectionOfTexts(texts);
  const read = async (page: number, limit: number) => {
    const request = {
      filter: { text: { $regex: "tree" } },
      ahead: { text: "tree" },
      sort: { _id: 1 },
    } as const;
    const { rows, count } = await readPage(collection, { ...request, page: { page, limit } });
    expect(count).toBe(5);
    return rows.map(({ _id }) => _id);
  };
  for (const limit of [1, 2, 3, 4, 5, 10]) {
    const pages = Array.from({ length: Math.ceil(5 / limit) }, (_, index) => read(index + 1, limit));
    expect((await Promise.all(pages)).flat()).toEqual([0, 3, 5, 2, 6]);
    expect(await read(7, limit)).toEqual([]);
  }
});

const texts = ["tree", "door", "trees", "street", "lamp"];
const exactly = (text: string): Filter<Numbered> => ({ text });
const inText = (part: string): Filter<Numbered> => ({ text: { $regex: part } });

async function found(searches: Filter<Numbered>[], { narrowing = {}, page = 1 } = {}) {
  const { collection, asked } = collectionOfTexts(texts);
  const search = { searches, narrowing };
  const request = { sort: { _id: 1 }, page: { page, limit: 2 } } as const;
  const { rows, count } = await readFirstFound(collection, { ...search, ...request });
  const askedForPage = asked.join();
  const all = await collection.find(await filterOfFirstFound(collection, search), {}).toArray();
  expect(all).toHaveLength(count);
  return { texts: rows.map(({ text }) => text), count, asked: askedForPage };
}

test("the first search with a result is used, and is done once", async () => {
  expect(await found([exactly("tree"), inText("tree")])).toEqual({
    texts: ["tree"],
    count: 1,
    asked: "page",
  });
  expect(await found([exactly("tre"), inText("tree")])).toEqual({
    texts: ["tree", "trees"],
    count: 3,
    asked: "page,page,count",
  });
  expect(await found([exactly("tre"), inText("tre"), inText("lamp")])).toMatchObject({ count: 3 });
});

test("nothing is found where no search has a result", async () => {
  expect(await found([exactly("tre"), inText("x")])).toMatchObject({ texts: [], count: 0 });
});

test("the later pages are those of the same search", async () => {
  expect(await found([inText("tree"), inText("lamp")], { page: 2 })).toMatchObject({
    texts: ["street"],
    count: 3,
  });
  expect(await found([exactly("lamp"), inText("tree")], { page: 2 })).toMatchObject({ texts: [], count: 1 });
});

test("similar rows are found only where no search has a result, and are marked as such", async () => {
  const { collection } = collectionOfTexts(texts);
  const read = async (...searches: Filter<Numbered>[]) => {
    const search = { searches, similar: exactly("street"), narrowing: {} };
    const page = await readFirstFound(collection, {
      ...search,
      sort: { _id: 1 },
      page: { page: 1, limit: 2 },
    });
    const all = await collection.find(await filterOfFirstFound(collection, search), {}).toArray();
    expect(all).toHaveLength(page.count);
    return { texts: page.rows.map(({ text }) => text), similar: page.similar };
  };
  expect(await read(exactly("tree"), inText("x"))).toEqual({ texts: ["tree"], similar: undefined });
  expect(await read(exactly("tre"), inText("x"))).toEqual({ texts: ["street"], similar: true });
});

test("nothing is similar where similar rows are searched in vain or left out by a filter", async () => {
  const { collection } = collectionOfTexts(texts);
  const request = { searches: [exactly("x")], sort: { _id: 1 }, page: { page: 1, limit: 2 } } as const;
  for (const [similar, narrowing] of [
    [exactly("y"), {}],
    [exactly("tree"), { _id: { $gte: 1 } }],
  ] satisfies [Filter<Numbered>, Filter<Numbered>][])
    expect(await readFirstFound(collection, { ...request, similar, narrowing })).toEqual({
      rows: [],
      count: 0,
    });
});

test("filters narrow the result of a search, and do not lead to another search", async () => {
  const narrowing = { _id: { $gte: 1 } };
  expect(await found([exactly("tree"), inText("tree")], { narrowing })).toMatchObject({
    texts: [],
    count: 0,
  });
  expect(await found([exactly("tre"), inText("tree")], { narrowing })).toMatchObject({
    texts: ["trees", "street"],
  });
});
