const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 100;

/** Caches formats: making one is far slower than using it, and a table shows thousands of dates in a zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: true,
  });
  if (formats.size >= mostFormats) formats.clear();
  formats.set(timeZone, format);
  return format;
}

const parts = (instant: Date, timeZone: string) =>
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>;

/** `MM/DD/YY hh:mm:ss a` in the given zone, e.g. `12/01/26 08:05:09 am`. */
export function formatDateTime(instant: Date, timeZone: string): string {
  const p = parts(instant, timeZone);
  return `${p.month}/${p.day}/${p.year.slice(-2)} ${p.hour}:${p.minute}:${p.second} ${p.dayPeriod.toLowerCase()}`;
}

/** `MM/DD/YYYY`, the filter's format. */
export function formatDate(instant: Date, timeZone: string): string {
  const p = parts(instant, timeZone);
  return `${p.month}/${p.day}/${p.year}`;
}

/** `MM-DD-YY`, for file names. */
export function formatFileDate(instant: Date, timeZone: string): string {
  const p = parts(instant, timeZone);
  return `${p.month}-${p.day}-${p.year.slice(-2)}`;
}

/** Whether the runtime has the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The time zone of this browser or machine; undefined if it names none that exists. */
export function ownTimeZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isTimeZone(timeZone) ? timeZone : undefined;
}

export const invalidDateMessage = "Invalid date (MM/DD/YYYY)";

/** A day of the calendar, without time and zone; `month` from 1. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** Reads `MM/DD/YYYY`; `undefined` for other text and for a day that does not exist. */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (!match) return undefined;
  const [month, day, year] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { year, month, day } : undefined;
}

/**
 * The instant at which a calendar day begins in the zone; `plusDays` 1 gives the end of the day, exclusive.
 */
export function startOfDay(date: CalendarDate, timeZone: string, plusDays = 0): Date {
  return instantOfClock(Date.UTC(date.year, date.month - 1, date.day + plusDays), timeZone);
}

/**
 * The instant at which the clocks of the zone show a date and time, given as if it were in UTC. Where the
 * clocks skip it, the instant after the gap; where they show it twice, one of the two.
 */
export function instantOfClock(wall: number, timeZone: string): Date {
  const first = new Date(wall - offsetAt(new Date(wall), timeZone));
  // Computed again with the offset at that instant, for days on which the zone changes its offset.
  const second = new Date(wall - offsetAt(first, timeZone));
  // Where the clocks go forward at midnight, the day begins at one o'clock, and the second result is in the
  // day before.
  return second.getTime() + offsetAt(second, timeZone) < wall ? first : second;
}

function offsetAt(instant: Date, timeZone: string): number {
  const p = parts(instant, timeZone);
  const hour = (Number(p.hour) % 12) + (p.dayPeriod.toLowerCase() === "pm" ? 12 : 0);
  const wall = Date.UTC(
    Number(p.year),
    Number(p.month) - 1,
    Number(p.day),
    hour,
    Number(p.minute),
    Number(p.second),
  );
  return wall - Math.floor(instant.getTime() / 1000) * 1000;
}

export const dateOrderMessage = "From cannot be later than To";

/** Whether From is not later than To. True if one is missing or not a date. */
export function datesInOrder(range: {
  startDate?: string | undefined;
  endDate?: string | undefined;
}): boolean {
  const from = range.startDate === undefined ? undefined : parseCalendarDate(range.startDate);
  const to = range.endDate === undefined ? undefined : parseCalendarDate(range.endDate);
  if (!from || !to) return true;
  return Date.UTC(from.year, from.month - 1, from.day) <= Date.UTC(to.year, to.month - 1, to.day);
}
