import { browserTimeZone } from "./time-zone.ts";

/** When a device was last used, in months: "last used this month", "… in March", "… in March 2025". */
export function lastUsed(instant: string, now: Date): string {
  const date = new Date(instant);
  const shown = (when: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone: browserTimeZone, ...options }).format(when);
  const month: Intl.DateTimeFormatOptions = { month: "long", year: "numeric" };
  if (shown(date, month) === shown(now, month)) return "last used this month";
  const isThisYear = shown(date, { year: "numeric" }) === shown(now, { year: "numeric" });
  return `last used in ${shown(date, isThisYear ? { month: "long" } : month)}`;
}
