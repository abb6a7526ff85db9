import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/action-log/document";
import { consumersTable } from "@ornament/contracts/consumers/columns";
import { type ConsumerRowDocument, consumersReadModel } from "@ornament/contracts/consumers/document";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/projections/read-model";
import type { SortKey } from "@ornament/contracts/tables/table-keys";
import type { Collection } from "mongodb";
import { LogEntries } from "../action-log/log-entries.ts";
import { joinedRows } from "../consumers/consumer-rows.ts";
import type { ReadView } from "../read-side/view.ts";
import { consumerRowDocuments, logDocument, pinDocument } from "../testing/documents.ts";
import { generationOf, now, queryApi } from "../testing/query-api-fixture.ts";
import { steadyIndex } from "./all-rows.ts";
import { sortOf } from "./paging.ts";

/** More rows than are read ahead. */
const count = 2_600;

const at = queryApi();
beforeAll(async () => {
  await at.put.pins([pinDocument(code(0))]);
});

function collection<D extends Stored & { _id: string | number }>({ name }: ReadModel, part?: string) {
  return at.db.collection(collectionOf(generationOf(name), part)) as unknown as Collection<D>;
}
const view: ReadView = {
  collection,
  notUpToDateSince: () => undefined,
  checkpoint: async () => undefined,
  asOf: undefined,
  confirm: async () => undefined,
  whole: (items) => items,
};
const rows = () => collection<ConsumerRowDocument>(consumersReadModel, "rows");
const log = () => collection<ActionLogDocument>(actionLogReadModel);

/** The items of chunks, with a change after the first chunk. */
async function readDuring<T>(
  chunks: AsyncIterable<readonly T[]>,
  change: () => Promise<unknown>,
): Promise<T[]> {
  const all: T[] = [];
  let changed: Promise<unknown> | undefined;
  for await (const chunk of chunks) {
    all.push(...chunk);
    changed ??= change();
    await changed;
  }
  return all;
}

const code = (n: number) => `ABC${String(n).padStart(4, "0")}`;
const email = (n: number) => `parent-${String(n).padStart(5, "0")}@example.com`;

const wanted = (fieldName: SortKey<typeof consumersTable>, direction: "ASC" | "DESC" = "ASC") => ({
  filter: { deleted: false },
  sort: sortOf(consumersTable, { fieldName, direction }),
  hint: steadyIndex(consumersTable, fieldName),
});

const exported = (...order: Parameters<typeof wanted>) => joinedRows(view, wanted(...order));

describe("an export of consumers while they change", () => {
  beforeEach(async () => {
    await rows().deleteMany({});
    const consumers = Array.from({ length: count }, (_, n) => {
      const createdAt = new Date(now.getTime() + n);
      return consumerRowDocuments({ _id: n, email: email(n), createdAt }, [
        { code: code(n), name: `Name ${email(n)}`, status: n >= count / 2 },
      ]);
    });
    await at.put.consumerRows(consumers.flat());
  });

  /** The change of a row that is sorted as the first one or the last one. */
  const moved = (isLast: boolean) => {
    const text = isLast ? "zzz" : "aaa";
    return { $set: { email: `${text}@example.com`, nameSort: text, status: isLast, marketingEmail: isLast } };
  };

  test.each([
    ["id", "ASC"],
    ["email", "ASC"],
    ["email", "DESC"],
    ["status", "ASC"],
  ] as const)(
    "an export by %s %s has every row once, in order, although rows move from its beginning to its end and back",
    async (key, direction) => {
      const found = await readDuring(exported(key, direction), async () => {
        const ends = [0, 1, count - 1, count - 2];
        const first = await rows()
          .find()
          .sort(sortOf(consumersTable, { fieldName: key, direction }))
          .toArray();
        for (const [i, place] of ends.entries())
          await rows().updateOne(
            { _id: first[place]?._id ?? "" },
            moved(direction === "ASC" ? i < 2 : i >= 2),
          );
      });
      const ids = found.map(({ row }) => row.consumerId);
      expect(ids).toHaveLength(count);
      expect(new Set(ids).size).toBe(count);
      const unmoved = found.slice(2, -2).map(({ row }) => row[consumersTable.sort[key]] ?? "");
      const sorted = [...unmoved].sort(
        (a, b) => (a < b ? -1 : a > b ? 1 : 0) * (direction === "ASC" ? 1 : -1),
      );
      expect(unmoved).toEqual(sorted);
    },
  );

  test("a consumer who loses the only PIN while the export is read has a row without a PIN, and one who gets another PIN keeps a row", async () => {
    const [last, other] = [count - 1, count - 2];
    const found = await readDuring(exported("email"), async () => {
      await rows().replaceOne({ _id: `${last}-${code(last)}` }, { deleted: true, position: 200n } as never);
      await rows().deleteOne({ _id: `${other}-${code(other)}` });
      const without = consumerRowDocuments({ _id: last, email: email(last) });
      const again = consumerRowDocuments({ _id: other, email: email(other) }, [
        { code: "NEW0001" },
        { code: "NEW0002" },
      ]);
      await at.put.consumerRows([...without, ...again]);
    });
    expect(found.slice(-3).map(({ row }) => row._id)).toEqual([
      `${other}-NEW0001`,
      `${other}-NEW0002`,
      `${last}`,
    ]);
    expect(found).toHaveLength(count + 1);
  });

  test("a consumer who is deleted while the export is read is skipped", async () => {
    const found = await readDuring(exported("email"), () =>
      rows().deleteMany({ consumerId: { $gte: count - 2 } }),
    );
    expect(found).toHaveLength(count - 2);
  });

  test.each([
    ["rows", () => rows().drop()],
    ["PINs", () => collection<PinDocument>(pinsReadModel).drop()],
  ])(
    "an export whose %s are dropped while it is read ends with an error, and not as a complete list",
    async (_what, drop) => {
      await expect(readDuring(exported("email"), drop)).rejects.toMatchObject({ code: "unavailable" });
    },
  );
});

describe("an export of the System action log by its texts", () => {
  const entries = Array.from({ length: count }, (_, n) =>
    logDocument(`entry-${String(n).padStart(5, "0")}`, { subject: 1, value: email(n), position: BigInt(n) }),
  );
  const query = { query: "", fieldName: "newValue", direction: "ASC", timeZone: "UTC" } as const;
  /** Erases some texts, so that entries move from one end to the other. */
  const erase = async () => {
    for (const [n, valueSort] of [
      [0, "zzz"],
      [count - 1, ""],
    ] as const)
      await log().updateOne({ _id: entries[n]?._id ?? "" }, { $set: { valueSort } });
  };
  beforeEach(async () => {
    await log().deleteMany({});
    await at.put.log(entries);
  });

  test.each([
    ["of everybody", undefined],
    ["of a consumer", 1],
  ])(
    "the System action log %s has every entry once, although texts are erased while it is read",
    async (_whose, id) => {
      const found = await readDuring((await LogEntries.find(view, query, id)).all(), erase);
      expect(found.map(({ _id }) => _id)).toEqual(entries.map(({ _id }) => _id));
    },
  );
});
