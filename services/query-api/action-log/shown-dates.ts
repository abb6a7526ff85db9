import { startOfDay } from "@ornament/contracts/domain/dates";

/** The characters that are possible at each place of a date as shown, `MM/DD/YY hh:mm:ss a`. */
const places: readonly RegExp[] = [..."09/09/09 09:09:09 xm"].map((kind) => {
  if (kind === "x") return /[ap]/;
  return /\d/.test(kind) ? /\d/ : new RegExp(kind);
});

/** Whether the folded term can be a part of a date as shown. Other terms are searched in texts only. */
export function mayStandInDate(term: string): boolean {
  const chars = [...term];
  return places.some(
    (_place, start) =>
      start + chars.length <= places.length &&
      chars.every((char, at) => places[start + at]?.test(char) === true),
  );
}

/** From `from` until before `to`. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** With more ranges than these the search checks every entry instead. */
const mostTimeRanges = 50;
const dayMilliseconds = 24 * 3_600_000;

/**
 * The days within `span` whose date as shown can contain the term, with consecutive days joined. `undefined`
 * if the term has no part of a day, or matches too many days.
 */
export function daysHolding(term: string, span: TimeRange, timeZone: string): TimeRange[] | undefined {
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

/** `MM/DD/YY` of the day that begins at this instant in UTC. */
function shownDay(day: number): string {
  const [year = "", month, date] = new Date(day).toISOString().slice(0, 10).split("-");
  return `${month}/${date}/${year.slice(-2)}`;
}

function calendarDay(day: number) {
  const date = new Date(day);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
