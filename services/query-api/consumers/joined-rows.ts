import { type ConsumerRowDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import { present } from "@ornament/contracts/read-models/read-model";
import type { Filter } from "mongodb";
import type { ReadView } from "../read-side/view.ts";
import { documentsById, idsInOrder, rowsById, type Wanted } from "../table/all-rows.ts";

export interface JoinedRow {
  row: ConsumerRowDocument;
  /** The row's PIN with devices and comments, or `undefined`. */
  pin: PinDocument | undefined;
}

export const consumerRows = (view: ReadView) =>
  view.collection<ConsumerRowDocument>(consumersReadModel, "rows");

/** Streams the found rows in chunks, each joined with its PIN. */
export async function* joinedRows(
  view: ReadView,
  wanted: Wanted<ConsumerRowDocument>,
): AsyncGenerator<JoinedRow[]> {
  const rows = consumerRows(view);
  for await (const found of rowsById(rows, idsInOrder(rows, wanted), newRowsOf(view)))
    yield await withPins(view, found);
}

/**
 * Finds the new rows of consumers who have got their first PIN or lost their last one: their row was replaced
 * by another one. Each row is found once.
 */
function newRowsOf(view: ReadView) {
  let known: Set<string> | undefined;
  return async (gone: readonly string[], all: readonly string[]) => {
    known ??= new Set(all);
    const firstGone = new Map(gone.map((id) => [Number.parseInt(id, 10), id] as const).reverse());
    const consumerId = { $in: [...firstGone.keys()] };
    const rows = await consumerRows(view)
      .find({ consumerId, ...present })
      .toArray();
    const found = new Map<string, ConsumerRowDocument[]>();
    for (const row of rows) {
      const id = firstGone.get(row.consumerId);
      if (id === undefined || known.has(row._id)) continue;
      known.add(row._id);
      found.set(id, [...(found.get(id) ?? []), row]);
    }
    return found;
  };
}

/** The rows in their order, each joined with its PIN by one query. */
export async function withPins(view: ReadView, rows: readonly ConsumerRowDocument[]): Promise<JoinedRow[]> {
  const pinIds = rows.flatMap(({ pinId }) => pinId ?? []);
  const pins = await pinsById(view, pinIds);
  return rows.map((row) => ({ row, pin: row.pinId === null ? undefined : pins.get(row.pinId) }));
}

/** The documents of the PINs by id, with their devices and comments. */
export async function pinsById(view: ReadView, pinIds: readonly number[]): Promise<Map<number, PinDocument>> {
  return documentsById(view.collection<PinDocument>(pinsReadModel), pinIds);
}

/** The highest number of devices of a PIN in the found rows. An index leads to it. */
export async function mostDevices(view: ReadView, filter: Filter<ConsumerRowDocument>): Promise<number> {
  const row = await consumerRows(view).findOne(filter, {
    sort: { countDevices: -1 },
    projection: { countDevices: 1 },
  });
  return row?.countDevices ?? 0;
}
