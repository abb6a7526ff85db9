import type { ActionLogDocument } from "@ornament/contracts/action-log/document";
import { searchable } from "@ornament/contracts/tables/search-text";
import { startOfDay } from "@ornament/contracts/values/dates";
import type { Filter } from "mongodb";
import { type FoundAccounts, noAccounts } from "../emails.ts";
import { anyOf } from "../table/conditions.ts";
import { dateTimesIn } from "../table/date-times.ts";
import { contains } from "../table/search.ts";
import { readTerm } from "../table/search-term.ts";
import { adminIn, adminName, pinName } from "./entry-names.ts";

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

interface LogSearch {
  /** The part of the search that the document store does. */
  readonly filter: Filter<ActionLogDocument>;
  /** The check of each found entry, where the document store can't do the whole search. */
  readonly matches: ((entry: Searched) => boolean) | undefined;
}

const texts = ["roleSort", "actionSort", "valueSort"] as const;

/** With more accounts than these the search checks every entry instead. */
const mostAccounts = 1_000;

/**
 * Finds entries by a term in role, action, value or the date as shown, by a PIN, or by the accounts of an address. The
 * date of each entry is checked here for a term that may be a part of a time of day.
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

interface Words {
  term: string;
  code: string | undefined;
  accounts: FoundAccounts;
}

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

/** The characters that are possible at each place of a date as shown, `MM/DD/YY hh:mm:ss a`. */
const places: readonly RegExp[] = [..."09/09/09 09:09:09 xm"].map((kind) => {
  if (kind === "x") return /[ap]/;
  return /\d/.test(kind) ? /\d/ : new RegExp(kind);
});

/** Whether the folded term can be a part of a date as shown. Other terms are searched in texts only. */
function mayStandInDate(term: string): boolean {
  const chars = [...term];
  return places.some(
    (_place, start) =>
      start + chars.length <= places.length &&
      chars.every((char, at) => places[start + at]?.test(char) === true),
  );
}

export interface TimeRange {
  from: Date;
  to: Date;
}

/** With more ranges than these the search checks every entry instead. */
const mostTimeRanges = 50;
const dayMilliseconds = 24 * 3_600_000;

/** The joined days within `span` whose date as shown can contain the term; `undefined` for none or too many. */
function daysHolding(term: string, span: TimeRange, timeZone: string): TimeRange[] | undefined {
  if (!term.includes("/")) return undefined;
  const [date = "", time] = term.split(" ");
  const holds = (shown: string) => (time === undefined ? shown.includes(date) : shown.endsWith(date));
  const ranges: { first: number; last: number }[] = [];
  // A time zone is at most a day ahead of UTC or behind it.
  const end = utcDay(span.to) + dayMilliseconds;
  for (let day = utcDay(span.from) - dayMilliseconds; day <= end; day += dayMilliseconds) {
    if (!holds(shownDay(day))) continue;
    const latest = ranges.at(-1);
    if (latest && latest.last + dayMilliseconds === day) latest.last = day;
    else ranges.push({ first: day, last: day });
    if (ranges.length > mostTimeRanges) return undefined;
  }
  return ranges.map(({ first, last }) => ({
    from: startOfDay(calendarDay(first), timeZone),
    to: startOfDay(calendarDay(last), timeZone, 1),
  }));
}

const utcDay = (instant: Date) => Math.floor(instant.getTime() / dayMilliseconds) * dayMilliseconds;

function shownDay(day: number): string {
  const [year = "", month, date] = new Date(day).toISOString().slice(0, 10).split("-");
  return `${month}/${date}/${year.slice(-2)}`;
}

function calendarDay(day: number) {
  const date = new Date(day);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
