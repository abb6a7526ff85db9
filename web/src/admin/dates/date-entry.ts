import {
  dateOrderMessage,
  datesInOrder,
  formatDate,
  invalidDateMessage,
  parseCalendarDate,
} from "@ornament/contracts/domain/dates";
import { browserTimeZone } from "./time-zone.ts";

/** Both ends as they are typed: MM/DD/YYYY when they are complete, "" for none. */
export interface DateRange {
  startDate: string;
  endDate: string;
}

const wholeLength = "MM/DD/YYYY".length;
const twoDigits = (text: string | undefined) => (text ?? "").padStart(2, "0");

/**
 * Reads a whole date as MM/DD/YYYY, whether or not that day exists: as the tables show it, with or without
 * the time, `3/5/26`, `03-05-2026`, and ISO. An instant belongs to its day in the zone. `undefined` for other
 * text.
 */
export function wholeDate(text: string, timeZone: string): string | undefined {
  const trimmed = text.trim();
  const american =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?)?$/i.exec(
      trimmed,
    );
  if (american) {
    const [, month, day, year = ""] = american;
    return `${twoDigits(month)}/${twoDigits(day)}/${year.length === 2 ? `20${year}` : year}`;
  }
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    trimmed,
  );
  if (!iso) return undefined;
  const [, year, month, day, zone] = iso;
  const written = `${month}/${day}/${year}`;
  const instant = new Date(trimmed.replace(" ", "T"));
  // `Date` reads the 30th of February as the 2nd of March.
  const exists = parseCalendarDate(written) && !Number.isNaN(instant.getTime());
  return zone && exists ? formatDate(instant, timeZone) : written;
}

/** Both ends with each whole date as MM/DD/YYYY. Other text stays, so that a message can name it. */
export const readDates = <R extends DateRange>(range: R): R => ({
  ...range,
  startDate: wholeDate(range.startDate, browserTimeZone) ?? range.startDate,
  endDate: wholeDate(range.endDate, browserTimeZone) ?? range.endDate,
});

/** Formats a date as MM/DD/YYYY while it is typed. Two digits of a year may be the beginning of four. */
export function formatDateEntry(raw: string, timeZone: string): string {
  if (!/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}$/.test(raw.trim())) {
    const whole = wholeDate(raw, timeZone);
    if (whole !== undefined) return whole;
  }
  // The year of an ISO date got a slash as if it were month and day: no month has a number above 12.
  const iso = /^(1[3-9]|[2-9]\d)\/(\d{2})-$/.exec(raw);
  if (iso) return `${iso[1]}${iso[2]}-`;
  if (/^\d{4}-(\d{0,2}|\d{2}-\d?)$/.test(raw)) return raw;
  // A slash after one digit is kept: zeros are added when the year is complete.
  if (/^\d{1,2}\/(\d{1,2}\/?)?\d{0,3}$/.test(raw) && !/^\d{2}\/\d{2}\d/.test(raw)) return raw;
  const digits = raw.replace(/\D/g, "").slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join("/");
}

const dateProblem = (text: string): string | undefined =>
  text === "" || parseCalendarDate(text) ? undefined : invalidDateMessage;

/** The messages of both fields. If From is later than To, the message is at From. */
export function dateRangeProblems({ startDate, endDate }: DateRange): Partial<DateRange> {
  const start = dateProblem(startDate);
  const end = dateProblem(endDate);
  const order = start || end || datesInOrder({ startDate, endDate }) ? start : dateOrderMessage;
  return { ...(order ? { startDate: order } : {}), ...(end ? { endDate: end } : {}) };
}

/** The reason why these dates can't filter rows, in one sentence; `undefined` if they can. */
export function dateRangeRefusal(range: DateRange): string | undefined {
  const { startDate, endDate } = dateRangeProblems(range);
  if (startDate === dateOrderMessage) return `${dateOrderMessage}.`;
  if (startDate) return `From: ${startDate}.`;
  return endDate && `To: ${endDate}.`;
}

/** Whether a date is still being typed, so that no error is shown yet. */
export const isUnfinished = (text: string): boolean => text !== "" && text.length < wholeLength;
