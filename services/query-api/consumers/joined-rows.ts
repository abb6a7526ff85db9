import { type ConsumerRowDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import type { Filter, Sort } from "mongodb";
import type { ReadView } from "../read-side/read-side.ts";
import { patientRows } from "../table/patient-rows.ts";

export interface JoinedRow {
  row: ConsumerRowDocument;
  /** The row's PIN with devices and comments, or `undefined`. */
  pin: PinDocument | undefined;
}

const chunkSize = 500;

export const consumerRows = (view: ReadView) =>
  view.collection<ConsumerRowDocument>(consumersReadModel, "rows");

/** Streams the rows found, each joined with its PIN. PINs are read 500 at a time. */
export async function* joinedRows(
  view: ReadView,
  { filter, sort }: { filter: Filter<ConsumerRowDocument>; sort: Sort },
): AsyncGenerator<JoinedRow> {
  let chunk: ConsumerRowDocument[] = [];
  const found = consumerRows(view).find(filter, { batchSize: chunkSize }).sort(sort);
  for await (const row of patientRows(found)) {
    if (chunk.push(row) < chunkSize) continue;
    yield* await withPins(view, chunk);
    chunk = [];
  }
  yield* await withPins(view, chunk);
}

/** The rows in their order, each joined with its PIN by one query. */
export async function withPins(view: ReadView, rows: readonly ConsumerRowDocument[]): Promise<JoinedRow[]> {
  const pins = await pinsById(
    view,
    rows.flatMap(({ pinId }) => pinId ?? []),
  );
  return rows.map((row) => ({ row, pin: row.pinId === null ? undefined : pins.get(row.pinId) }));
}

/** The documents of the PINs by id, with their devices and comments. */
export async function pinsById(view: ReadView, pinIds: readonly number[]): Promise<Map<number, PinDocument>> {
  if (pinIds.length === 0) return new Map();
  const pins = await view
    .collection<PinDocument>(pinsReadModel)
    .find({ _id: { $in: [...pinIds] } })
    .toArray();
  return new Map(pins.map((pin) => [pin._id, pin]));
}

/** The highest number of devices of a PIN in the rows found. */
export async function mostDevices(view: ReadView, filter: Filter<ConsumerRowDocument>): Promise<number> {
  const pins = view.collection<PinDocument>(pinsReadModel);
  const mostOf = async (pinIds: number[]) => {
    if (pinIds.length === 0) return 0;
    const holding = pins.find({ _id: { $in: pinIds } }).project<Pick<PinDocument, "countDevices">>({
      countDevices: 1,
    });
    return Math.max(0, ...(await holding.toArray()).map(({ countDevices }) => countDevices));
  };
  let most = 0;
  let pinIds: number[] = [];
  const rows = consumerRows(view).find(filter, { batchSize: chunkSize, projection: { pinId: 1 } });
  for await (const { pinId } of rows) {
    if (pinId === null || pinIds.push(pinId) < chunkSize) continue;
    most = Math.max(most, await mostOf(pinIds));
    pinIds = [];
  }
  return Math.max(most, await mostOf(pinIds));
}
