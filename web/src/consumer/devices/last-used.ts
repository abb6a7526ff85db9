import { relativeTime } from "../../ui/dates/relative-time.ts";

const noBreakSpace = "\u00a0";
const inOneLine = (text: string) => text.replaceAll(" ", noBreakSpace);

/** A day without a break in it: "December 26, 2025", in the browser's time zone. */
export const longDate = (instant: string): string =>
  inOneLine(new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(new Date(instant)));

/** "3 weeks ago", without a break in it. */
export const timeSince = (instant: string, now: Date): string =>
  inOneLine(relativeTime(new Date(instant), now));
