import { formatDateTime } from "@ornament/contracts/values/dates";
import { minuteText } from "../dates/date-entry.ts";
import { browserTimeZone } from "../dates/time-zone.ts";

/** MM/DD/YY hh:mm am/pm in the browser's time zone, with seconds if the minute doesn't begin at the instant. */
export function instantText(at: string): string {
  const date = new Date(at);
  return date.getTime() % 60_000 === 0
    ? minuteText(at, browserTimeZone)
    : formatDateTime(date, browserTimeZone);
}

/** The same with the day of the week and the time zone: "Tue 11/24/26 12:00 pm (America/Chicago)". */
export function wholeInstantText(at: string): string {
  const day = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: browserTimeZone });
  return `${day.format(new Date(at))} ${instantText(at)} (${browserTimeZone})`;
}

/** "Pins Table as of 11/24/26 12:00 pm"; for Now the title alone. */
export const withInstant = (title: string, at: string | undefined): string =>
  at === undefined ? title : `${title} as of ${instantText(at)}`;

/** The same for a file: "Consumers report as of 11-24-26 12-00 pm.csv". */
export const withFileInstant = (name: string, at: string | undefined): string =>
  name.replace(/\.\w+$/, (ending) => `${withInstant("", at).replace(/[/:]/g, "-")}${ending}`);
