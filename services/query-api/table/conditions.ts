import { parseCalendarDate, startOfDay } from "@ornament/contracts/values/dates";
import type { Document, Filter } from "mongodb";

/** A filter for all of the conditions. Those on different fields are one document, so that an index can serve them. */
export function allOf<D>(conditions: readonly Filter<D>[]): Filter<D> {
  const merged: Document = {};
  const further: Filter<D>[] = [];
  for (const condition of conditions) {
    if (Object.keys(condition).some((field) => field in merged)) further.push(condition);
    else Object.assign(merged, condition);
  }
  if (further.length === 0) return merged as Filter<D>;
  return { ...merged, $and: [...(merged.$and ?? []), ...further] } as Filter<D>;
}

export function anyOf<D>(conditions: Filter<D>[]): Filter<D> {
  const [only] = conditions;
  return conditions.length === 1 && only ? only : ({ $or: conditions } as Filter<D>);
}

export const noneOf = <D>(condition: Filter<D>): Filter<D> => ({ $nor: [condition] }) as Filter<D>;

interface DateRange {
  startDate?: string | undefined;
  endDate?: string | undefined;
  timeZone: string;
}

/** The filter for documents that were created within whole days, both included. */
export function createdWithin({ startDate, endDate, timeZone }: DateRange): {
  createdAt?: { $gte?: Date; $lt?: Date };
} {
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
