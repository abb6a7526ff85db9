import type { consumerRoutes } from "@ornament/contracts/consumers/api";
import {
  type ConsumerDocument,
  type ConsumerRowDocument,
  consumersReadModel,
} from "@ornament/contracts/consumers/document";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import { present } from "@ornament/contracts/projections/read-model";
import type { QueryOf } from "@ornament/contracts/routes/route";
import { formatPinCode } from "@ornament/contracts/values/pin-code";
import type { Filter } from "mongodb";
import { ownersOf } from "../emails.ts";
import type { ReadView } from "../read-side/view.ts";
import { readDeviceLimit } from "../settings.ts";
import { documentsById, idsInOrder, rowsById, type Wanted } from "../table/all-rows.ts";
import { allOf, createdWithin } from "../table/conditions.ts";
import type { NarrowedSearch } from "../table/paging.ts";
import { ownerFilters, similarPins } from "../table/search.ts";
import { readTerm } from "../table/search-term.ts";

export interface JoinedRow {
  row: ConsumerRowDocument;
  pin: PinDocument | undefined;
}

export const consumerRows = (view: ReadView) =>
  view.collection<ConsumerRowDocument>(consumersReadModel, "rows");

export async function* joinedRows(
  view: ReadView,
  wanted: Wanted<ConsumerRowDocument>,
): AsyncGenerator<JoinedRow[]> {
  const rows = consumerRows(view);
  for await (const found of rowsById(rows, idsInOrder(rows, wanted), newRowsOf(view)))
    yield await withPins(view, found);
}

/** Finds the rows in place of those of consumers who got a first PIN or lost the last. Each is found once. */
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

export async function withPins(view: ReadView, rows: readonly ConsumerRowDocument[]): Promise<JoinedRow[]> {
  const pinIds = rows.flatMap(({ pinId }) => pinId ?? []);
  const pins = await documentsById(allPins(view), pinIds);
  return rows.map((row) => ({ row, pin: row.pinId === null ? undefined : pins.get(row.pinId) }));
}

const allPins = (view: ReadView) => view.collection<PinDocument>(pinsReadModel);

export function pinsOf(view: ReadView, { pins }: ConsumerDocument): Promise<Map<number, PinDocument>> {
  const ids = pins.map(({ pinId }) => pinId);
  return documentsById(allPins(view), ids);
}

/** The highest number of devices of a PIN in the found rows. An index leads to it. */
export async function mostDevices(view: ReadView, filter: Filter<ConsumerRowDocument>): Promise<number> {
  const row = await consumerRows(view).findOne(filter, {
    sort: { countDevices: -1 },
    projection: { countDevices: 1 },
  });
  return row?.countDevices ?? 0;
}

type ConsumerSearch = QueryOf<(typeof consumerRoutes)["exportConsumers"]>;

export async function searchOf(
  view: ReadView,
  search: ConsumerSearch,
): Promise<NarrowedSearch<ConsumerRowDocument>> {
  const term = readTerm(search.query);
  const [wanted, owners] = await Promise.all([wantedRows(view, search), ownersOf(view, term)]);
  const byCodes = (codes: string[]) => ({ pin: { $in: codes.map(formatPinCode) } });
  const searches = ownerFilters<ConsumerRowDocument>(term, search.field, { owners, byCodes });
  const similar = similarPins<ConsumerRowDocument>(term, search.field, { byCodes });
  const narrowing = allOf([wanted, createdWithin(search)]);
  // A tombstone has none of the fields of a condition. Without `present` an index serves more counts.
  const isWhole = Object.keys(allOf([narrowing, ...searches])).length === 0;
  return { searches, similar, narrowing: isWhole ? { ...present } : narrowing };
}

async function wantedRows(view: ReadView, { filter }: ConsumerSearch): Promise<Filter<ConsumerRowDocument>> {
  const filters = {
    all: () => ({}),
    // The status of a PIN with an owner is false only while the PIN is deactivated.
    blocked: () => ({ status: false }),
    overLimit: async () => ({ countDevices: { $gt: await readDeviceLimit(view) } }),
    unconfirmed: () => ({ isActivated: false }),
  };
  return filters[filter]();
}
