import type { pinRoutes } from "@ornament/contracts/pins/api";
import { pinsTable } from "@ornament/contracts/pins/columns";
import { type BatchDocument, type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import type { QueryOf } from "@ornament/contracts/routes/route";
import { batchSortOf, searchable } from "@ornament/contracts/tables/search-text";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import type { Filter } from "mongodb";
import { ownersOf } from "../emails.ts";
import type { ReadView } from "../read-side/view.ts";
import { readDeviceLimit } from "../settings.ts";
import type { NarrowedSearch } from "../table/paging.ts";
import { ownerFilters, pinEnding, similarPins } from "../table/search.ts";
import { readTerm, type SearchTerm } from "../table/search-term.ts";

export type PinSearch = Pick<PinQuery, "query" | "field" | "filter" | "batch">;
type PinQuery = QueryOf<(typeof pinRoutes)["listPins"]>;

export async function foundPins(view: ReadView, search: PinSearch): Promise<NarrowedSearch<PinDocument>> {
  const term = readTerm(search.query);
  const [narrowing, owners, batches] = await Promise.all([
    wantedPins(view, search),
    ownersOf(view, term),
    search.field === "batch" ? batchesWith(view, term) : [],
  ]);
  const exact = { owners, byCodes, batches };
  return {
    searches: ownerFilters<PinDocument>(term, search.field, exact),
    similar: similarPins(term, search.field, exact),
    narrowing,
  };
}

/** The filter for the PINs with these codes. The id of a PIN is its code. */
export const byCodes = (codes: string[]): Filter<PinDocument> => ({ _id: { $in: codes.map(pinIdOf) } });

/**
 * The PINs that come first: those that end with the term, because people read out the last characters, and dated
 * ones in the order of dates.
 */
export function pinsAhead({
  query,
  field,
  fieldName,
  direction,
}: PinSearch & Pick<PinQuery, "fieldName" | "direction">): Filter<PinDocument> | undefined {
  if (fieldName === "registeredAt")
    return direction === "ASC" ? { registeredAt: { $gt: new Date(0) } } : undefined;
  const isByCode = fieldName === pinsTable.defaultSort.fieldName && (field === "all" || field === "pin");
  return isByCode ? pinEnding<PinDocument>(readTerm(query)) : undefined;
}

export const batchesOf = (view: ReadView) => view.collection<BatchDocument>(pinsReadModel, "batches");

/** The names of batches that contain all words of the term. There are few batches. */
async function batchesWith(view: ReadView, { words }: SearchTerm): Promise<string[]> {
  const batches = await batchesOf(view).find().toArray();
  return batches.flatMap(({ _id: name }) => {
    const text = searchable(name);
    return words.every((word) => text.includes(word)) ? [name] : [];
  });
}

export async function wantedPins(
  view: ReadView,
  { filter, batch }: Pick<PinSearch, "filter" | "batch">,
): Promise<Filter<PinDocument>> {
  const filters = {
    all: () => ({}),
    registered: () => ({ status: true }),
    notRegistered: () => ({ status: false }),
    blocked: () => ({ blocked: true }),
    overLimit: async () => ({ countDevices: { $gt: await readDeviceLimit(view) } }),
  };
  return { ...(await filters[filter]()), ...(batch ? { batchSort: batchSortOf(batch) } : {}) };
}
