import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Stored } from "@ornament/contracts/read-models/read-model";
import { type QueryApiUnderTest, startQueryApi } from "../testing/query-api-fixture.ts";
import { readPage } from "./paging.ts";

interface Mixed extends Stored {
  _id: number;
  value: unknown;
  text: string;
}

const values = [
  ...["", "a", "A", "ab", "é", "z", "Z", "\uff5e", "\ufffd", "😀", "10", "9"],
  ...[0, -1, 1.5, 10, 9, 2 ** 40, true, false, null, null],
  ...[new Date(0), new Date(-5), new Date(1e12)],
];

let at: QueryApiUnderTest;
beforeAll(async () => {
  at = await startQueryApi();
  await at.db
    .collection<Mixed>("mixed")
    .insertMany(values.map((value, _id) => ({ _id, value, text: "found", position: 100n, deleted: false })));
});
afterAll(() => at.close());

test.each([1, -1] as const)(
  "the rows of a search that finds few are in the order of the document store, direction %d",
  async (direction) => {
    const mixed = at.db.collection<Mixed>("mixed");
    const sort = { value: direction, _id: direction };
    const sorted = (await mixed.find().sort(sort).toArray()).map(({ _id }) => _id);
    const read = async (page: number) => {
      const search = { filter: { text: { $regex: "ound" } }, sort, page: { page, limit: 10 } };
      const { rows, count } = await readPage(mixed, search);
      expect(count).toBe(values.length);
      return rows.map(({ _id }) => _id);
    };
    expect((await Promise.all([1, 2, 3].map(read))).flat()).toEqual(sorted);
  },
);

test("a row that is deleted while its page is read is left out", async () => {
  const mixed = at.db.collection<Mixed>("mixed");
  await mixed.updateOne({ _id: 0 }, { $set: { deleted: true } });
  const { rows } = await readPage(mixed, {
    filter: { text: { $regex: "ound" }, _id: { $in: [0, 1] } },
    sort: { _id: 1 },
    page: { page: 1, limit: 10 },
  });
  expect(rows.map(({ _id }) => _id)).toEqual([1]);
});
