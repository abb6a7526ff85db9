import { expect, test } from "@jest/globals";
import type { Filter } from "mongodb";
import { collectionOfTexts, type Numbered } from "../testing/fake-collection.ts";
import { filterOfFirstFound, readFirstFound } from "./first-found.ts";

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
