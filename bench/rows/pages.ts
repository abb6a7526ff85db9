import { consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { pinsReadModel } from "@ornament/contracts/read-models/pins";
import { present } from "@ornament/contracts/read-models/read-model";
import { callsPerSecond, inTurns, mediansOf, millisecondsOf } from "../measure/in-turns.ts";
import { HttpReader } from "../product/http-reader.ts";
import { MovingLists } from "../product/moving-lists.ts";
import { openRawReadModels, type RawReadModels } from "../product/raw-read-models.ts";
import { latestOwnedCodes } from "../seed/people.ts";
import { pageOf } from "../tables/row.ts";
import type { Bench, Line, Row } from "./row.ts";

const rowsOfPage = 25;

/** A page of PINs with the number of all, as the driver reads it. The first page is 1. */
async function rawPins(raw: RawReadModels, number = 1): Promise<void> {
  const pins = raw.collection(pinsReadModel);
  const page = pins
    .find({}, { projection: { devices: 0 } })
    .sort({ _id: 1 })
    .skip((number - 1) * rowsOfPage)
    .limit(rowsOfPage);
  await Promise.all([page.toArray(), pins.countDocuments({}, { hint: { _id: 1 } })]);
}

/** A page of the Users Table with the number of all rows, and the PINs that belong to its rows. */
async function rawUsers(raw: RawReadModels, number = 1): Promise<void> {
  const rows = raw.collection(consumersReadModel, "rows");
  const page = rows
    .find(present)
    .sort({ consumerId: 1, pinId: 1 })
    .skip((number - 1) * rowsOfPage)
    .limit(rowsOfPage);
  const [found] = await Promise.all([page.toArray(), rows.countDocuments(present)]);
  const pinIds = found.flatMap(({ pinId }) => pinId ?? []);
  await raw
    .collection(pinsReadModel)
    .find({ _id: { $in: pinIds } })
    .toArray();
}

async function withReaders<T>(
  { product }: Bench,
  connections: number,
  use: (reader: HttpReader, raw: RawReadModels) => Promise<T>,
): Promise<T> {
  const raw = await openRawReadModels(product);
  const reader = new HttpReader(product, connections);
  try {
    return await use(reader, raw);
  } finally {
    await reader.close();
    await raw.close();
  }
}

/**
 * The first page of the Pins table over HTTP beside a find and a count of the driver, one after another: while nothing changes, and with a
 * change before each page.
 */
export const firstPage: Row = {
  name: "first-page",
  needs: "filled",
  measure: (bench) =>
    withReaders(bench, 1, async (reader, raw) => {
      const { quick, rounds } = bench.sizes;
      const pages = quick ? 20 : 50;
      const path = pageOf("pins", {});
      const lineOf = async (when: string, before: () => Promise<void>): Promise<Line> => {
        const milliseconds = (read: () => Promise<unknown>) => async () => {
          let all = 0;
          for (let n = 0; n < pages; n += 1) {
            await before();
            all += await millisecondsOf(read);
          }
          return all / pages;
        };
        const { ours, baseline } = mediansOf(
          await inTurns(
            rounds,
            milliseconds(() => reader.json(path)),
            milliseconds(() => rawPins(raw)),
          ),
        );
        return {
          what: `First page of ${rowsOfPage} PINs, ${when}`,
          ours: { value: ours, unit: "ms" },
          baseline: { what: "find + count", value: baseline, unit: "ms" },
          target: { atMost: 1.8 },
        };
      };
      const lists = new MovingLists(bench.product, latestOwnedCodes(bench.people));
      try {
        return [
          await lineOf("while nothing changes", async () => undefined),
          await lineOf("after a change each", () => lists.move()),
        ];
      } finally {
        await lists.close();
      }
    }),
};

const atOnce = 64;

/**
 * Pages of Pins and Users, 64 at once, beside the same reads of the driver: the first page of both again and again, and pages that nobody has
 * asked for since the lists moved.
 */
export const gets: Row = {
  name: "gets",
  needs: "filled",
  measure: (bench) =>
    withReaders(bench, atOnce, async (reader, raw) => {
      const { quick, rounds, pins, consumers } = bench.sizes;
      const most = quick ? 128 : 1_024;
      const ours = (place: number, page: number) =>
        reader.json(pageOf(place % 2 === 0 ? "pins" : "users", { page: String(page) }));
      const driver = (place: number, page: number) => (place % 2 === 0 ? rawPins : rawUsers)(raw, page);
      const lineOf = async (what: string, round: (read: typeof ours | typeof driver) => Promise<number>) => {
        const medians = mediansOf(
          await inTurns(
            rounds,
            () => round(ours),
            () => round(driver),
          ),
        );
        return {
          what: `${what}, ${atOnce} at once`,
          ours: { value: medians.ours, unit: "pages/s" },
          baseline: { what: "driver", value: medians.baseline, unit: "pages/s" },
          target: { atLeast: 0.5 },
        };
      };
      const lists = new MovingLists(bench.product, latestOwnedCodes(bench.people));
      const different = Math.min(most, 2 * Math.floor(Math.min(pins, consumers) / rowsOfPage));
      try {
        return [
          await lineOf("First pages of Pins and Users", (read) =>
            callsPerSecond(most, atOnce, (place) => read(place, 1)),
          ),
          await lineOf("Different pages of Pins and Users", async (read) => {
            await lists.move();
            return callsPerSecond(different, atOnce, (place) => read(place, 1 + (place >> 1)));
          }),
        ];
      } finally {
        await lists.close();
      }
    }),
};
