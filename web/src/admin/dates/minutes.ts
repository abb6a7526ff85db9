import { formatDateTime } from "@ornament/contracts/domain/dates";

const minuteMs = 60_000;
const twoDigits = (number: number) => String(number).padStart(2, "0");

/**
 * The instant at which a minute of the browser's time zone begins: `2026-12-01T10:42` as an ISO instant.
 * `undefined` for a minute that is not complete yet, or in a year that is being typed.
 */
export function instantOf(minute: string): string | undefined {
  if (!/^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(minute)) return undefined;
  const instant = new Date(minute);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

/** The minute of the browser's time zone in which an instant lies; "" for other text. */
export function minuteOf(instant: string): string {
  const date = new Date(instant);
  if (instant === "" || Number.isNaN(date.getTime())) return "";
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join("-");
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

const moved = (instant: string, milliseconds: number): string => {
  const date = new Date(new Date(instant).getTime() + milliseconds);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
};

/** The instant after the last one of a minute, which begins at `instant`. */
export const endOfMinute = (instant: string) => moved(instant, minuteMs);

/** The last minute before an instant. */
export const minuteBefore = (instant: string) => moved(instant, -minuteMs);

/** MM/DD/YY hh:mm am/pm of an instant. */
export const minuteText = (instant: string, timeZone: string): string => {
  const date = new Date(instant);
  return Number.isNaN(date.getTime())
    ? instant
    : formatDateTime(date, timeZone).replace(/:\d{2}(?= [ap]m$)/, "");
};
