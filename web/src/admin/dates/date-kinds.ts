import {
  formatDate,
  instantOfClock,
  invalidDateMessage,
  parseCalendarDate,
} from "@ornament/contracts/domain/dates";
import { writtenDate } from "./date-entry.ts";
import { timeOf } from "./minutes.ts";
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

const written = (text: string) => writtenDate(text, browserTimeZone);

/** A day. Its value is MM/DD/YYYY, whether or not that day exists. */
export const day: DateKind = {
  format: "MM/DD/YYYY",
  show: (date) => date,
  read: (text) => (text.trim() === "" ? "" : written(text)?.date),
  missing: () => invalidDateMessage,
};

/** A minute in the browser's time zone. Its value is the instant at which it begins. */
export const minute: DateKind = {
  format: "MM/DD/YYYY hh:mm am/pm",
  show: (instant) => {
    const date = new Date(instant);
    if (Number.isNaN(date.getTime())) return instant;
    return `${formatDate(date, browserTimeZone)} ${timeOf(date, browserTimeZone)}`;
  },
  read: (text) => {
    if (text.trim() === "") return "";
    const { date = "", minute } = written(text) ?? {};
    const whole = parseCalendarDate(date);
    if (whole === undefined || minute === undefined) return undefined;
    const wall = Date.UTC(whole.year, whole.month - 1, whole.day, 0, minute);
    return instantOfClock(wall, browserTimeZone).toISOString();
  },
  missing: (text) => {
    const [first = ""] = text.trim().split(/\s/);
    if (first === "") return "Enter a date and a time.";
    return parseCalendarDate(written(first)?.date ?? "")
      ? "Add a time, such as 5:10 pm."
      : invalidDateMessage;
  },
};
