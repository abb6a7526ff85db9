import type { ActionLogDocument } from "@ornament/contracts/read-models/action-log";
import { folded } from "@ornament/contracts/read-models/read-model";
import type { Filter } from "mongodb";
import { dateTimesIn } from "../table/date-times.ts";
import { anyOf } from "../table/paging.ts";
import { containsFolded } from "../table/search.ts";
import { daysHolding, mayStandInDate, type TimeRange } from "./shown-dates.ts";

/** The fields that a search looks at. */
export const searched = ["roleSort", "actionSort", "valueSort", "createdAt"] as const;
export type Searched = Pick<ActionLogDocument, (typeof searched)[number]>;

/** A search in two parts: the filter for the document store, and a check of what it finds. */
export interface LogSearch {
  /** The part of the search that the document store does. */
  readonly filter: Filter<ActionLogDocument>;
  /** The check of each entry found, where the document store can't do the whole search. */
  readonly matches: ((entry: Searched) => boolean) | undefined;
}

const texts = ["roleSort", "actionSort", "valueSort"] as const;

/**
 * Finds entries by a term in role, action, value or the date as shown, ignoring case. The document store searches the texts
 * and the days. For a term that may be a part of a time of day, the date of each entry is formatted and checked here.
 * @param span from the oldest entry to the newest
 */
export function logSearch(
  search: { query: string; timeZone: string },
  span: TimeRange | undefined,
): LogSearch {
  const term = folded(search.query.trim());
  if (term === "") return { filter: {}, matches: undefined };
  const inTexts: Filter<ActionLogDocument>[] = texts.map((field) => ({ [field]: containsFolded(term) }));
  if (!span || !mayStandInDate(term)) return { filter: anyOf(inTexts), matches: undefined };

  const shownIn = dateTimesIn(search.timeZone);
  const matches = (entry: Searched) =>
    texts.some((field) => entry[field].includes(term)) || shownIn(entry.createdAt).includes(term);
  const days = daysHolding(term, span, search.timeZone);
  if (!days) return { filter: {}, matches };
  const onDays = days.map(
    ({ from, to }): Filter<ActionLogDocument> => ({ createdAt: { $gte: from, $lt: to } }),
  );
  return { filter: anyOf([...inTexts, ...onDays]), matches: term.includes(" ") ? matches : undefined };
}
