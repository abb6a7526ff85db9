import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { QueryOf } from "@ornament/contracts/api/route";
import { formatPinCode } from "@ornament/contracts/domain/pin-code";
import type { ConsumerRowDocument } from "@ornament/contracts/read-models/consumers";
import { present } from "@ornament/contracts/read-models/read-model";
import type { Filter } from "mongodb";
import { ownersOf } from "../addresses/addresses.ts";
import type { ReadView } from "../read-side/view.ts";
import { readDeviceLimit } from "../settings/routes.ts";
import { allOf } from "../table/conditions.ts";
import { createdWithin } from "../table/created-within.ts";
import type { NarrowedSearch } from "../table/first-found.ts";
import { ownerFilters, similarPins } from "../table/search.ts";
import { readTerm } from "../table/search-term.ts";

/** The parameters that the table and its export share: search, filter, dates and order. */
export type ConsumerSearch = QueryOf<(typeof consumerRoutes)["exportConsumers"]>;

/** The search for the rows of a request. */
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
