/** A video of the embedded player's programme. */
export interface Video {
  title: string;
}

/** A day of the season. `watchable`: it has begun, and the consumer was registered by then. */
export interface CalendarDay {
  day: number;
  /** Whether it is the day of the visit. */
  isToday: boolean;
  videos: Video[];
  state: "watchable" | "to-come" | "before-registration";
}

const titles = [
  "Good morning from the workshop",
  "A letter has arrived",
  "Bedtime at the North Pole",
  "The reindeer say hello",
];

/**
 * The number of videos of a day: 2–3 from December 1 to 23, several on the 24th, one on the 25th and 26th.
 */
function videosOn(day: number): Video[] {
  const count = day === 24 ? 4 : day > 24 ? 1 : day % 3 === 0 ? 3 : 2;
  if (day === 24) return ["Packing the sleigh", ...titles.slice(1)].map((title) => ({ title }));
  if (day === 25) return [{ title: "Merry Christmas" }];
  if (day === 26) return [{ title: "Thank you, and see you next year" }];
  return titles.slice(0, count).map((title) => ({ title }));
}

/** Whole days from today until the first video; 0 from December 1 on. */
export function daysUntilStart(today: Date): number {
  const start = Date.UTC(seasonYear(today), 11, 1);
  const day = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  return Math.max(0, Math.round((start - day) / 86_400_000));
}

/** The season of a date: January belongs to the December before. */
export const seasonYear = (today: Date) =>
  today.getMonth() === 0 ? today.getFullYear() - 1 : today.getFullYear();

/**
 * December 1 to 26 as a consumer sees it: from the registration date up to today, in the browser's time zone.
 */
export function seasonCalendar(today: Date, registeredAt: Date): CalendarDay[] {
  const year = seasonYear(today);
  const registered = new Date(registeredAt.getFullYear(), registeredAt.getMonth(), registeredAt.getDate());
  return Array.from({ length: 26 }, (_, index) => {
    const day = index + 1;
    const date = new Date(year, 11, day);
    const state = date < registered ? "before-registration" : date > today ? "to-come" : "watchable";
    return { day, isToday: date.toDateString() === today.toDateString(), videos: videosOn(day), state };
  });
}
