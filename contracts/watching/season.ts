/** The videos of a year come from December 1st to 26th. */
export const lastDay = 26;

/**
 * The phase of the season on a day: before the first video, during the season, or in the weeks after the last
 * video. `year` is the year of the current season, or else of the next one.
 */
export interface Season {
  phase: "before" | "during" | "after";
  year: number;
}

/** The season on the day of `now`, in the browser's time zone. Until the end of January it is "after". */
export function seasonAt(now: Date): Season {
  const [year, month] = [now.getFullYear(), now.getMonth() + 1];
  if (month === 12)
    return now.getDate() <= lastDay ? { phase: "during", year } : { phase: "after", year: year + 1 };
  return { phase: month === 1 ? "after" : "before", year };
}

/** Whole days from the day of `now` until the first message of the season; 0 or less once it has begun. */
export function daysUntilFirst({ year }: Season, now: Date): number {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.UTC(year, 11, 1) - today) / 86_400_000);
}

/** The date of the next message, for the time without a new one; undefined during the season. */
export function nextMessage(now: Date): string | undefined {
  const season = seasonAt(now);
  const { phase, year } = season;
  if (phase === "during") return undefined;
  if (phase === "after")
    return `Santa’s last message of this season came on December ${lastDay}. The next ones begin on December 1, ${year}.`;
  const days = daysUntilFirst(season, now);
  return `Santa’s first message comes on December 1, ${year}: ${days} ${days === 1 ? "day" : "days"} to go.`;
}
