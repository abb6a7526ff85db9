import { formatDate } from "@ornament/contracts/values/dates";
import type { DateRange } from "./date-entry.ts";

/** The offered ranges: a number of days that ends today. */
const presets = [
  { label: "Today", days: 1 },
  { label: "7 days", days: 7 },
  { label: "30 days", days: 30 },
] as const;

export interface DatePreset {
  label: string;
  range: DateRange;
}

/** The ranges of today, in the zone. */
export function datePresets(now: Date, timeZone: string): DatePreset[] {
  const today = formatDate(now, timeZone);
  return presets.map(({ label, days }) => ({
    label,
    range: { startDate: daysBefore(today, days - 1), endDate: today },
  }));
}

/** Counts calendar days, because a day on which the clocks change doesn't have 24 hours. */
function daysBefore(date: string, days: number): string {
  const [month = 1, day = 1, year = 1970] = date.split("/").map(Number);
  return formatDate(new Date(Date.UTC(year, month - 1, day - days)), "UTC");
}

export const isSameRange = (one: DateRange, other: DateRange): boolean =>
  one.startDate === other.startDate && one.endDate === other.endDate;

/** A range of dates in words; "" for none. */
export function datesText(from: string, to: string): string {
  if (from && from === to) return from;
  if (from && to) return `${from} to ${to}`;
  if (from) return `from ${from} on`;
  return to && `until ${to}`;
}
