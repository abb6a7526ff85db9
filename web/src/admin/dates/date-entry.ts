import {
  dateOrderMessage,
  datesInOrder,
  formatDate,
  formatDateTime,
  invalidDateMessage,
  parseCalendarDate,
} from "@ornament/contracts/values/dates";
import { browserTimeZone } from "./time-zone.ts";

/** Both ends: MM/DD/YYYY, or another text that was entered; "" for none. */
export interface DateRange {
  startDate: string;
  endDate: string;
}

const twoDigits = (text: string | undefined) => (text ?? "").padStart(2, "0");

/**
 * Reads a date, whether or not that day exists, and its time if it has one: as the tables show them, `3/5/26`,
 * `03052026`, and ISO. An instant is read in the zone. `undefined` for other text.
 * @returns `date` as MM/DD/YYYY, and `minute` of the day, if it is clear which; `instant` if the text names one
 */
export function writtenDate(
  text: string,
  timeZone: string,
): { date: string; minute?: number; instant?: Date } | undefined {
  const iso = text.trim();
  const american = iso
    .replace(/^(\d{4})-(\d{2})-(\d{2})T?/i, "$2/$3/$1 ")
    .replace(/^(\d{2})(\d{2})(\d{4})\b/, "$1/$2/$3")
    .trim();
  const [, month, day, year = "", clock, zone] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,?\s+(\d.*?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(american) ?? [];
  if (year === "") return undefined;
  const date = `${twoDigits(month)}/${twoDigits(day)}/${year.length === 2 ? `20${year}` : year}`;
  const instant = new Date(iso.replace(" ", "T"));
  // `Date` reads the 30th of February as the 2nd of March.
  if (zone && parseCalendarDate(date) && !Number.isNaN(instant.getTime()))
    return {
      date: formatDate(instant, timeZone),
      ...writtenTime(toTheMinute(instant, timeZone).slice(9)),
      instant,
    };
  const time = clock === undefined ? {} : writtenTime(clock, /^\d{4}-/.test(iso));
  return time && { date, ...time };
}

/** Reads a time. Its minute is unknown if it may be before or after noon. `undefined` for other text. */
function writtenTime(clock: string, has24Hours = false): { minute?: number } | undefined {
  const [, hours, minutes, half] =
    /^(\d{1,2}):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?$/i.exec(clock) ?? [];
  const hour = Number(hours);
  if (hours === undefined || hour > 23 || (half && (hour === 0 || hour > 12))) return undefined;
  if (half) return { minute: ((hour % 12) + (half.toLowerCase() === "p" ? 12 : 0)) * 60 + Number(minutes) };
  return has24Hours || hour === 0 || hour > 12 ? { minute: hour * 60 + Number(minutes) } : {};
}

/** Both ends with each whole date as MM/DD/YYYY. Other text stays, so that a message can name it. */
export const readDates = <R extends DateRange>(range: R): R => ({
  ...range,
  startDate: writtenDate(range.startDate, browserTimeZone)?.date ?? range.startDate,
  endDate: writtenDate(range.endDate, browserTimeZone)?.date ?? range.endDate,
});

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

const minuteMs = 60_000;

const moved = (instant: string, milliseconds: number): string => {
  const date = new Date(new Date(instant).getTime() + milliseconds);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
};

/** The instant after the last one of a minute, which begins at `instant`. */
export const endOfMinute = (instant: string) => moved(instant, minuteMs);

/** The last minute before an instant. */
export const minuteBefore = (instant: string) => moved(instant, -minuteMs);

const toTheMinute = (date: Date, timeZone: string) =>
  formatDateTime(date, timeZone).replace(/:\d{2}(?= [ap]m$)/, "");

/** The minutes at which the clocks show the same as at this one: more than one where the clocks go back. */
export const minutesLike = (date: Date, timeZone: string): Date[] =>
  [-60, -30, 0, 30, 60]
    .map((minutes) => new Date(date.getTime() + minutes * minuteMs))
    .filter((other) => toTheMinute(other, timeZone) === toTheMinute(date, timeZone));

/** The short name of the time zone at an instant: CDT before the clocks go back, CST after it. */
export const zoneName = (date: Date, timeZone: string): string | undefined =>
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value;

/** MM/DD/YY hh:mm am/pm of an instant, with the zone's name if the clocks show this minute twice. */
export const minuteText = (instant: string, timeZone: string): string => {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const isTwice = minutesLike(date, timeZone).length > 1;
  return `${toTheMinute(date, timeZone)}${isTwice ? ` ${zoneName(date, timeZone)}` : ""}`;
};
