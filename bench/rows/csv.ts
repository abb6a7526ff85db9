import { consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { pinsReadModel } from "@ornament/contracts/read-models/pins";
import { present } from "@ornament/contracts/read-models/read-model";
import { inTurns, mediansOf, millisecondsOf } from "../measure/in-turns.ts";
import { HttpReader } from "../product/http-reader.ts";
import type { Product } from "../product/product.ts";
import { openRawReadModels, type RawReadModels } from "../product/raw-read-models.ts";
import type { Row } from "./row.ts";

const exportPath = "/api/admin/export/users";
const pinsAtOnce = 500;

/** Reads what the report is made of: all rows in the order of the table, and the PINs with their devices. */
async function readAsDriver(raw: RawReadModels): Promise<void> {
  const pins = raw.collection(pinsReadModel);
  const rows = raw.collection(consumersReadModel, "rows").find(present).sort({ consumerId: 1, pinId: 1 });
  let pinIds: number[] = [];
  const readPins = () => pins.find({ _id: { $in: pinIds } }).toArray();
  for await (const { pinId } of rows) {
    if (pinId === null || pinIds.push(pinId) < pinsAtOnce) continue;
    await readPins();
    pinIds = [];
  }
  await readPins();
}

/** The report of all consumers as CSV beside the driver reading the same documents, and the memory that it takes. */
export const csv: Row = {
  name: "csv",
  needs: "filled",
  async measure({ product, sizes }) {
    const raw = await openRawReadModels(product);
    const reader = new HttpReader(product, 1);
    try {
      const perSecond = (read: () => Promise<unknown>) => async () =>
        sizes.consumers / ((await millisecondsOf(read)) / 1_000);
      const { ours, baseline } = mediansOf(
        await inTurns(
          sizes.quick ? 2 : 5,
          perSecond(() => reader.length(exportPath)),
          perSecond(() => readAsDriver(raw)),
        ),
      );
      const before = await residentMegabytes(product);
      const during = await highestWhile(reader.length(exportPath), () => residentMegabytes(product));
      return [
        {
          what: `CSV of ${sizes.consumers} consumers`,
          ours: { value: ours, unit: "consumers/s" },
          baseline: { what: "driver", value: baseline, unit: "consumers/s" },
          target: { atLeast: 0.7 },
        },
        {
          what: "Memory of the services while a CSV is made",
          ours: { value: during, unit: "MB" },
          baseline: { what: "before", value: before, unit: "MB" },
          target: { atMost: 1.2 },
        },
      ];
    } finally {
      await reader.close();
      await raw.close();
    }
  },
};

/** The resident memory of the process that serves HTTP. */
async function residentMegabytes({ url }: Product): Promise<number> {
  const text = await (await fetch(new URL("/metrics", url))).text();
  const [, bytes = "0"] = /^process_resident_memory_bytes\S* (\S+)/m.exec(text) ?? [];
  return Number(bytes) / 2 ** 20;
}

/** The highest of the figures that are read, one after another, until the work is done. */
async function highestWhile(work: Promise<unknown>, read: () => Promise<number>): Promise<number> {
  let ended = false;
  const done = work.finally(() => {
    ended = true;
  });
  let highest = 0;
  while (!ended) highest = Math.max(highest, await read());
  await done;
  return highest;
}
