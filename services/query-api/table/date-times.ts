import { formatDateTime } from "@ornament/contracts/values/dates";

const quarterMilliseconds = 15 * 60_000;
const mostQuarters = 100_000;
/** Before, zones changed their offsets at other minutes too, such as Newfoundland at 00:01. */
const quartersSince = Date.UTC(2012, 0, 1);

/** `formatDateTime` for many instants of one time zone: each quarter of an hour is formatted once. */
export function dateTimesIn(timeZone: string): (instant: Date) => string {
  const quarters = new Map<number, string>();
  const beginning = (quarter: number) => {
    const known = quarters.get(quarter);
    if (known !== undefined) return known;
    if (quarters.size >= mostQuarters) quarters.clear();
    const shown = formatDateTime(new Date(quarter * quarterMilliseconds), timeZone);
    quarters.set(quarter, shown);
    return shown;
  };
  return (instant) => {
    if (instant.getTime() < quartersSince) return formatDateTime(instant, timeZone);
    const quarter = Math.floor(instant.getTime() / quarterMilliseconds);
    const shown = beginning(quarter);
    const minute = Number(shown.slice(12, 14));
    const seconds = Math.floor((instant.getTime() - quarter * quarterMilliseconds) / 1000);
    return `${shown.slice(0, 12)}${two(minute + Math.floor(seconds / 60))}:${two(seconds % 60)}${shown.slice(17)}`;
  };
}

const two = (number: number) => String(number).padStart(2, "0");
