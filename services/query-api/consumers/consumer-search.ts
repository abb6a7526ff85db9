import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { QueryOf } from "@ornament/contracts/api/route";
import { parseCalendarDate, startOfDay } from "@ornament/contracts/domain/dates";
import { formatPinCode } from "@ornament/contracts/domain/pin-code";
import type { ConsumerRowDocument } from "@ornament/contracts/read-models/consumers";
import { present } from "@ornament/contracts/read-models/read-model";
import type { Filter } from "mongodb";
import { ownerFilters } from "../table/search.ts";

/** The parameters that the table and its export share: search, dates and order. */
export type ConsumerSearch = QueryOf<(typeof consumerRoutes)["exportConsumers"]>;

/** The filters to try, as `ownerFilters` returns them, each together with the dates. */
export function consumerFilters(search: ConsumerSearch): Filter<ConsumerRowDocument>[] {
  const created = createdWithin(search);
  return ownerFilters<ConsumerRowDocument>(search, (code) => ({ pin: formatPinCode(code) })).map(
    (filter) => ({ ...present, ...created, ...filter }),
  );
}

/** Accounts created within whole days, both ends included. */
function createdWithin({ startDate, endDate, timeZone }: ConsumerSearch): Filter<ConsumerRowDocument> {
  const from = startDate === undefined ? undefined : parseCalendarDate(startDate);
  const to = endDate === undefined ? undefined : parseCalendarDate(endDate);
  if (!from && !to) return {};
  return {
    createdAt: {
      ...(from ? { $gte: startOfDay(from, timeZone) } : {}),
      ...(to ? { $lt: startOfDay(to, timeZone, 1) } : {}),
    },
  };
}
