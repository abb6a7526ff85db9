import { expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { type Collection, Long } from "mongodb";
import type { Numbered } from "../testing/fake-collection.ts";
import { idsInOrder } from "./all-rows.ts";

/** A collection whose cursor gives the ids in batches and then has the id `endsAs`. */
function collectionOf(batches: number[][], endsAs: number) {
  const state = { closed: false };
  let buffered: { _id: number }[] = [];
  const cursor = {
    id: Long.fromNumber(endsAs),
    sort: () => cursor,
    async next() {
      buffered = (batches.shift() ?? []).map((_id) => ({ _id }));
      return buffered.shift() ?? null;
    },
    readBufferedDocuments: () => buffered.splice(0),
    async close() {
      state.closed = true;
    },
  };
  return { collection: { find: () => cursor } as unknown as Collection<Numbered>, state };
}

const all = { filter: {}, sort: { _id: 1 } } as const;

test("ids come in the batches of the cursor, which is closed at the end", async () => {
  const { collection, state } = collectionOf([[1, 2], [3]], 0);
  expect(await listOf(idsInOrder(collection, all))).toEqual([[1, 2], [3]]);
  expect(state.closed).toBe(true);
});

test("a cursor that was closed elsewhere is an error, and not the end of the ids", async () => {
  const { collection, state } = collectionOf([[1, 2]], 7);
  const ids = idsInOrder(collection, all);
  expect((await ids.next()).value).toEqual([1, 2]);
  await expect(ids.next()).rejects.toThrow("closed before its end");
  expect(state.closed).toBe(true);
});
