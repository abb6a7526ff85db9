import { startOfDay } from "@ornament/contracts/domain/dates";

/** A date as shown, `MM/DD/YY hh:mm:ss a`, with the characters each place can hold. */
const places: readonly RegExp[] = [..."09/09/09 09:09:09 xm"].map((kind) => {
  if (kind === "x") return /[ap]/;
  return /\d/.test(kind) ? /\d/ : new RegExp(kind);
});

/** Whether the term, folded, can be a part of a date as shown. Any other can only stand in the texts. */
export function mayStandInDate(term: string): boolean {
  const chars = [...term];
  return places.some(
    (_place, start) =>
      start + chars.length <= places.length &&
      chars.every((char, at) => places[start + at]?.test(char) === true),
  );
}

/** Instants from `from` on and before `to`. */
export interface Stretch {
  from: Date;
  to: Date;
}

/** More stretches than these are no help to a search. */
const mostStretches = 50;
const dayMilliseconds = 24 * 3_600_000;

/**
 * The days, whole and joined where they follow each other, whose date as shown can hold a term that may stand in one;
 * only those that have something of `span`. `undefined` where the term says nothing of the day, or of too many.
 */
export function daysHolding(term: string, span: Stretch, timeZone: string): Stretch[] | undefined {
  if (!term.includes("/")) return undefined;
  const [date = "", time] = term.split(" ");
  const holds = (shown: string) => (time === undefined ? shown.includes(date) : shown.endsWith(date));
  const stretches: { first: number; last: number }[] = [];
  // A zone is a day ahead of UTC or behind at most.
  const end = utcDay(span.to) + dayMilliseconds;
  for (let day = utcDay(span.from) - dayMilliseconds; day <= end; day += dayMilliseconds) {
    if (!holds(shownDay(day))) continue;
    const latest = stretches.at(-1);
    if (latest && latest.last + dayMilliseconds === day) latest.last = day;
    else stretches.push({ first: day, last: day });
    if (stretches.length > mostStretches) return undefined;
  }
  return stretches.map(({ first, last }) => ({
    from: startOfDay(calendarDay(first), timeZone),
    to: startOfDay(calendarDay(last), timeZone, 1),
  }));
}

const utcDay = (instant: Date) => Math.floor(instant.getTime() / dayMilliseconds) * dayMilliseconds;

/** `MM/DD/YY` of a day given by its beginning in UTC. */
function shownDay(day: number): string {
  const [year = "", month, date] = new Date(day).toISOString().slice(0, 10).split("-");
  return `${month}/${date}/${year.slice(-2)}`;
}

function calendarDay(day: number) {
  const date = new Date(day);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
