import type { ActionLogDocument } from "@ornament/contracts/read-models/action-log";
import { folded } from "@ornament/contracts/read-models/read-model";
import type { Filter } from "mongodb";
import { anyOf } from "../table/conditions.ts";
import { dateTimesIn } from "../table/date-times.ts";
import { containsFolded } from "../table/search.ts";
import { readTerm } from "../table/search-term.ts";
import { type FoundAccounts, noAccounts } from "./log-accounts.ts";
import { daysHolding, mayStandInDate, type TimeRange } from "./shown-dates.ts";

/** The fields that a search covers. */
export const searched = [
  "roleSort",
  "actionSort",
  "valueSort",
  "createdAt",
  "adminId",
  "aboutAdmin",
  "subject",
  "code",
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
  const term = folded(search.query.trim());
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
  const among = (field: "adminId" | "aboutAdmin" | "subject", ids: ReadonlySet<number>) =>
    ids.size === 0 ? [] : [{ [field]: { $in: [...ids] } }];
  return [
    ...texts.map((field) => ({ [field]: containsFolded(term) })),
    ...(code === undefined ? [] : [{ code }]),
    ...among("adminId", accounts.admins),
    ...among("aboutAdmin", accounts.admins),
    ...among("subject", accounts.consumers),
  ];
}

function holds(entry: Searched, { term, code, accounts }: Words): boolean {
  const { adminId, aboutAdmin, subject } = entry;
  return (
    texts.some((field) => entry[field].includes(term)) ||
    (code !== undefined && entry.code === code) ||
    (adminId !== null && accounts.admins.has(adminId)) ||
    (aboutAdmin !== null && accounts.admins.has(aboutAdmin)) ||
    (subject !== null && accounts.consumers.has(subject))
  );
}
