import {
  formatDate,
  instantOfClock,
  invalidDateMessage,
  parseCalendarDate,
} from "@ornament/contracts/values/dates";
import { minutesLike, minuteText, writtenDate, zoneName } from "./date-entry.ts";
import { browserTimeZone } from "./time-zone.ts";

/** What a field of dates holds. "" is none. */
export interface DateKind {
  /** How it is written. */
  readonly format: string;
  /** The text of a value. */
  readonly show: (value: string) => string;
  /** The value of a text; undefined if the text isn't whole. */
  readonly read: (text: string) => string | undefined;
  /** The message about a text that can't be read: it says which part is missing. */
  readonly missing: (text: string) => string;
}

/** A day. Its value is MM/DD/YYYY, whether or not that day exists. */
export const day: DateKind = {
  format: "MM/DD/YYYY",
  show: (date) => date,
  read: (text) => (text.trim() === "" ? "" : writtenDate(text, browserTimeZone)?.date),
  missing: () => invalidDateMessage,
};

/** A text whose end may name the time zone, and that name. */
const named = (text: string): [text: string, zone: string | undefined] => {
  const [, plain = text, zone] = /^(.*\d *[ap]\.?m\.?) +([a-z]+(?:[+-][\d:]+)?)$/i.exec(text.trim()) ?? [];
  return [plain, zone?.toUpperCase()];
};

/** The instants that a text can mean: more than one where the clocks show a minute twice. */
function minutesOf(text: string, timeZone: string): Date[] {
  const { date = "", minute, instant } = writtenDate(text, timeZone) ?? {};
  const whole = parseCalendarDate(date);
  if (instant) return [new Date(instant.setUTCSeconds(0, 0))];
  if (whole === undefined || minute === undefined) return [];
  const wall = Date.UTC(whole.year, whole.month - 1, whole.day, 0, minute);
  return minutesLike(instantOfClock(wall, timeZone), timeZone);
}

/**
 * A minute in a time zone. Its value is the instant at which it begins. Where the clocks show a minute twice, the zone's
 * name after it says which one is meant, and without a name it is the first.
 */
export const minuteIn = (timeZone: string): DateKind => ({
  format: "MM/DD/YYYY hh:mm am/pm",
  show: (instant) => {
    const date = new Date(instant);
    if (Number.isNaN(date.getTime())) return instant;
    return `${formatDate(date, timeZone)}${minuteText(instant, timeZone).slice(8)}`;
  },
  read: (text) => {
    if (text.trim() === "") return "";
    const [plain, zone] = named(text);
    return minutesOf(plain, timeZone)
      .find((minute) => zone === undefined || zoneName(minute, timeZone) === zone)
      ?.toISOString();
  },
  missing: (text) => {
    const [plain] = named(text);
    const [first = ""] = plain.trim().split(/\s/);
    if (first === "") return "Enter a date and a time.";
    if (!parseCalendarDate(writtenDate(first, timeZone)?.date ?? "")) return invalidDateMessage;
    return minutesOf(plain, timeZone).length > 0
      ? `Times are in ${timeZone}.`
      : "Add a time, such as 5:10 pm.";
  },
});

/** A minute in the browser's time zone. */
export const minute = minuteIn(browserTimeZone);
