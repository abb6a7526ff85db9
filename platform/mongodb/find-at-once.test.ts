import { expect, test } from "@jest/globals";
import { MongoNetworkError, MongoServerError } from "mongodb";
import { findAtOnce } from "./find-at-once.ts";
import { collectionWith } from "./testing/answering-collection.ts";

const two = { cursor: { id: 0n, firstBatch: [{ _id: 1 }, { _id: 2 }] } };
const find = { filter: {}, limit: 2 };

test("documents are asked for in one answer, and only those that cannot be rolled back", async () => {
  const { collection, commands } = collectionWith(two);
  expect(await findAtOnce(collection, { ...find, skip: 4, sort: { _id: 1 } })).toEqual([
    { _id: 1 },
    { _id: 2 },
  ]);
  expect(commands).toEqual([
    {
      find: "pins",
      filter: {},
      sort: { _id: 1 },
      skip: 4,
      limit: 2,
      batchSize: 3,
      readConcern: { level: "majority" },
    },
  ]);
});

test.each([
  new MongoNetworkError("connection closed"),
  new MongoServerError({ message: "not primary", code: 10_107 }),
])("a read is tried once more after %s", async (error) => {
  const { collection } = collectionWith(error, two);
  expect(await findAtOnce(collection, find)).toHaveLength(2);
  const again = collectionWith(error, error, two);
  await expect(findAtOnce(again.collection, find)).rejects.toBe(error);
  expect(again.commands).toHaveLength(2);
});

test("a read that the server refuses is not tried again", async () => {
  const error = new MongoServerError({ message: "bad query", code: 2 });
  const { collection, commands } = collectionWith(error, two);
  await expect(findAtOnce(collection, find)).rejects.toBe(error);
  expect(commands).toHaveLength(1);
});

test("documents that don't fit in one answer are an error, not a part of the documents", async () => {
  const { collection } = collectionWith({ cursor: { id: 7n, firstBatch: [{ _id: 1 }] } });
  await expect(findAtOnce(collection, find)).rejects.toThrow("pins");
});
