import { type ConsumerRowDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import type { Filter, Sort } from "mongodb";
import type { ReadView } from "../read-side/view.ts";
import { oneAhead } from "../table/one-ahead.ts";
import { patientBatches } from "../table/patient-rows.ts";

export interface JoinedRow {
  row: ConsumerRowDocument;
  /** The row's PIN with devices and comments, or `undefined`. */
  pin: PinDocument | undefined;
}

const chunkSize = 500;

export const consumerRows = (view: ReadView) =>
  view.collection<ConsumerRowDocument>(consumersReadModel, "rows");

/**
 * Streams the rows found in chunks of 500, each joined with its PIN. While the reader works on a chunk, the PINs of the next one and
 * the rows after it are read.
 */
export async function* joinedRows(
  view: ReadView,
  { filter, sort }: { filter: Filter<ConsumerRowDocument>; sort: Sort },
): AsyncGenerator<JoinedRow[]> {
  const found = consumerRows(view).find(filter, { batchSize: chunkSize }).sort(sort);
  yield* oneAhead(joinedWithPins(view, oneAhead(patientBatches(found))));
}

async function* joinedWithPins(
  view: ReadView,
  chunks: AsyncIterable<readonly ConsumerRowDocument[]>,
): AsyncGenerator<JoinedRow[]> {
  for await (const rows of chunks) yield await withPins(view, rows);
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

/** The highest number of devices of a PIN in the rows found. An index leads to it. */
export async function mostDevices(view: ReadView, filter: Filter<ConsumerRowDocument>): Promise<number> {
  const row = await consumerRows(view).findOne(filter, {
    sort: { countDevices: -1 },
    projection: { countDevices: 1 },
  });
  return row?.countDevices ?? 0;
}
