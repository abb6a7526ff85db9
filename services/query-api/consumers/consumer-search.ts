import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { QueryOf } from "@ornament/contracts/api/route";
import { formatPinCode } from "@ornament/contracts/domain/pin-code";
import type { ConsumerRowDocument } from "@ornament/contracts/read-models/consumers";
import { present } from "@ornament/contracts/read-models/read-model";
import type { Filter } from "mongodb";
import { ownersOf } from "../addresses/addresses.ts";
import type { ReadView } from "../read-side/read-side.ts";
import { allOf } from "../table/all-of.ts";
import { createdWithin } from "../table/created-within.ts";
import { firstThatFinds, ownerFilters } from "../table/search.ts";
import { consumerRows } from "./joined-rows.ts";

/** The parameters that the table and its export share: search, filter, dates and order. */
export type ConsumerSearch = QueryOf<(typeof consumerRoutes)["exportConsumers"]>;

/** The filter for the rows that a request asks for. */
export async function consumerFilter(
  view: ReadView,
  search: ConsumerSearch,
  deviceLimit: number,
): Promise<Filter<ConsumerRowDocument>> {
  const searches = ownerFilters<ConsumerRowDocument>(search, {
    owners: await ownersOf(view, search.query),
    byCodes: (codes) => ({ pin: { $in: codes.map(formatPinCode) } }),
  });
  const found = await firstThatFinds(consumerRows(view), searches);
  const filter = allOf([wantedRows(search, deviceLimit), createdWithin(search), found]);
  // A tombstone has none of the fields that a condition could be about. Without `present` more counts are read from an index.
  return Object.keys(filter).length === 0 ? { ...present } : filter;
}

function wantedRows({ filter }: ConsumerSearch, deviceLimit: number): Filter<ConsumerRowDocument> {
  const filters = {
    all: {},
    // The status of a PIN that somebody owns is false only while it is blocked.
    blocked: { status: false },
    overLimit: { countDevices: { $gt: deviceLimit } },
    unconfirmed: { isActivated: false },
  };
  return filters[filter];
}
