import { expect, test } from "@jest/globals";
import type { Stored } from "@ornament/contracts/projections/read-model";
import type { Collection } from "mongodb";
import { bestFirst } from "./find.ts";

interface Named extends Stored {
  _id: number;
}

/**
 * A collection in which each filter finds the ids that it names, and a record of the filters that were used.
 */
function collectionOf() {
  const asked: number[][] = [];
  const collection = {
    find: ({ _id }: { _id: { $in: number[] } }) => {
      asked.push(_id.$in);
      const cursor = {
        sort: () => cursor,
        limit: (most: number) => ({ toArray: async () => _id.$in.slice(0, most).map((id) => ({ _id: id })) }),
      };
      return cursor;
    },
  };
  return { collection: collection as unknown as Collection<Named>, asked };
}

async function found(steps: number[][][]) {
  const { collection, asked } = collectionOf();
  const best = await bestFirst(collection, {
    steps: steps.map((filters) => filters.map((ids) => ({ _id: { $in: ids } }))),
    sort: { _id: 1 },
    fields: ["_id"],
  });
  return { ids: best.found.map(({ _id }) => _id), more: best.more, asked };
}

test("the search box does the next step only while it has too few results", async () => {
  const filters = ["1234", "56"].map((ids) => [...ids].map(Number));
  expect(await found([filters, [[7]]])).toEqual({ ids: [1, 2, 3, 4, 5], more: true, asked: filters });
  expect((await found([[[1], [1, 2]], [[3, 1]]])).asked).toHaveLength(3);
});

test("the search box shows the results of an earlier filter first, and each once", async () => {
  expect(await found([[[9], [9, 4]], [[1, 4, 9]]])).toMatchObject({ ids: [9, 4, 1], more: false });
  expect(await found([])).toMatchObject({ ids: [], more: false });
});
