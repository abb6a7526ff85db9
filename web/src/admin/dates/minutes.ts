import { formatDateTime } from "@ornament/contracts/domain/dates";

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

/** hh:mm am/pm of an instant. */
export const timeOf = (date: Date, timeZone: string): string => toTheMinute(date, timeZone).slice(9);

/** MM/DD/YY hh:mm am/pm of an instant. */
export const minuteText = (instant: string, timeZone: string): string => {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : toTheMinute(date, timeZone);
};
