/** The videos of a year come from December 1st to 26th. */
const lastDay = 26;

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
