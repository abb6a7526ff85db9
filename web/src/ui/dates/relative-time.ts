const units = [
  ["year", 365.25 * 86_400],
  ["month", 30.44 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];

const words = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });

/** The distance of an instant from now in the largest whole unit: "3 hours ago", "1 day ago", "just now". */
export function relativeTime(instant: Date, now: Date): string {
  const seconds = (instant.getTime() - now.getTime()) / 1000;
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit);
  return "just now";
}
