import type { ActionLogDocument } from "@ornament/contracts/read-models/action-log";
import { searchable } from "@ornament/contracts/read-models/search-text";
import type { Filter } from "mongodb";
import { anyOf } from "../table/conditions.ts";
import { dateTimesIn } from "../table/date-times.ts";
import { contains } from "../table/search.ts";
import { readTerm } from "../table/search-term.ts";
import { adminIn, adminName, pinName } from "./entry-names.ts";
import { type FoundAccounts, noAccounts } from "./log-accounts.ts";
import { daysHolding, mayStandInDate, type TimeRange } from "./shown-dates.ts";

/** The fields that a search covers. */
export const searched = [
  "roleSort",
  "actionSort",
  "valueSort",
  "createdAt",
  "actor",
  "about",
  "subject",
] as const;
export type Searched = Pick<ActionLogDocument, (typeof searched)[number]>;

/** A search in two parts: the filter for the document store, and a check of the found entries. */
export interface LogSearch {
  /** The part of the search that the document store does. */
  readonly filter: Filter<ActionLogDocument>;
  /** The check of each found entry, where the document store can't do the whole search. */
  readonly matches: ((entry: Searched) => boolean) | undefined;
}

const texts = ["roleSort", "actionSort", "valueSort"] as const;

/** With more accounts than these the search checks every entry instead. */
const mostAccounts = 1_000;

/**
 * Finds entries by a term in role, action, value or the date as shown, ignoring case, by a PIN, or by the
 * accounts whose email address contains the term. The document store searches the texts, the accounts and the
 * days. For a term that may be a part of a time of day, the date of each entry is formatted and checked here.
 * @param span from the oldest entry to the newest
 */
export function logSearch(
  search: { query: string; timeZone: string },
  span: TimeRange | undefined,
  accounts: FoundAccounts = noAccounts,
): LogSearch {
  const term = searchable(search.query.trim());
  if (term === "") return { filter: {}, matches: undefined };
  const words: Words = { term, code: readTerm(search.query).code, accounts };
  const few = accounts.admins.size + accounts.consumers.size <= mostAccounts;
  if (!span || !mayStandInDate(term))
    return few
      ? { filter: anyOf(conditionsOf(words)), matches: undefined }
      : { filter: {}, matches: (entry) => holds(entry, words) };

  const shownIn = dateTimesIn(search.timeZone);
  const matches = (entry: Searched) => holds(entry, words) || shownIn(entry.createdAt).includes(term);
  const days = daysHolding(term, span, search.timeZone);
  if (!days || !few) return { filter: {}, matches };
  const onDays = days.map(
    ({ from, to }): Filter<ActionLogDocument> => ({ createdAt: { $gte: from, $lt: to } }),
  );
  return {
    filter: anyOf([...conditionsOf(words), ...onDays]),
    matches: term.includes(" ") ? matches : undefined,
  };
}

/** The parts of a search other than dates. */
interface Words {
  term: string;
  code: string | undefined;
  accounts: FoundAccounts;
}

/** The condition of `holds` for the document store. */
function conditionsOf({ term, code, accounts }: Words): Filter<ActionLogDocument>[] {
  const admins = [...accounts.admins].map(adminName);
  const pins = code === undefined ? [] : [pinName(code)];
  const among = (field: "actor" | "about" | "subject", values: readonly (string | number)[]) =>
    values.length === 0 ? [] : [{ [field]: { $in: [...values] } }];
  return [
    ...texts.map((field) => ({ [field]: contains(term) })),
    ...among("actor", admins),
    ...among("about", [...pins, ...admins]),
    ...among("subject", [...accounts.consumers]),
  ];
}

function holds(entry: Searched, { term, code, accounts }: Words): boolean {
  const { actor, about, subject } = entry;
  const isFound = (name: string | null) => {
    const id = name === null ? undefined : adminIn(name);
    return id !== undefined && accounts.admins.has(id);
  };
  return (
    texts.some((field) => entry[field].includes(term)) ||
    (code !== undefined && about === pinName(code)) ||
    isFound(actor) ||
    isFound(about) ||
    (subject !== null && accounts.consumers.has(subject))
  );
}
