import { expect, test } from "@jest/globals";
import { type Document, MongoNetworkError } from "mongodb";
import { countAtOnce } from "./count-at-once.ts";
import { collectionWith } from "./testing/answering-collection.ts";

const counted = (...firstBatch: Document[]) => ({ cursor: { id: 0n, firstBatch } });

test("documents are counted exactly, and only those that cannot be rolled back", async () => {
  const { collection, commands } = collectionWith(counted({ _id: 1, n: 7 }));
  expect(await countAtOnce(collection, { _id: 3 }, { _id: 1 })).toBe(7);
  expect(commands).toEqual([
    {
      aggregate: "pins",
      pipeline: [{ $match: { _id: 3 } }, { $group: { _id: 1, n: { $sum: 1 } } }],
      cursor: {},
      hint: { _id: 1 },
      readConcern: { level: "majority" },
    },
  ]);
});

test("where nothing is found, the number is 0", async () => {
  const { collection } = collectionWith(counted());
  expect(await countAtOnce(collection, {})).toBe(0);
});

test("a number of 64 bits is a plain number", async () => {
  const { collection } = collectionWith(counted({ _id: 1, n: 3_000_000_000n }));
  expect(await countAtOnce(collection, {})).toBe(3_000_000_000);
});

test("a count is tried once more after a lost connection", async () => {
  const { collection } = collectionWith(
    new MongoNetworkError("connection closed"),
    counted({ _id: 1, n: 2 }),
  );
  expect(await countAtOnce(collection, {})).toBe(2);
});
