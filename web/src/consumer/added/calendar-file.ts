export interface CalendarDay {
  /** Identifies the event: a calendar that has it already replaces it. */
  uid: string;
  /** An all-day event in the zone of the calendar's owner. */
  day: { year: number; month: number; day: number };
  title: string;
  text: string;
  link: string;
  /** The time of the reminder on that day, in hours after midnight. */
  remindAtHour: number;
  /** The time at which the file was made. */
  madeAt: Date;
}

/** An iCalendar file (RFC 5545) with one all-day event. */
export function calendarFile({ uid, day, title, text, link, remindAtHour, madeAt }: CalendarDay): string {
  const next = new Date(Date.UTC(day.year, day.month - 1, day.day + 1));
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Ornament//First video//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${madeAt.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    `DTSTART;VALUE=DATE:${dateOf(new Date(Date.UTC(day.year, day.month - 1, day.day)))}`,
    `DTEND;VALUE=DATE:${dateOf(next)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${link}`,
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:PT${remindAtHour}H`,
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines
    .flatMap(folded)
    .map((line) => `${line}\r\n`)
    .join("");
}

const dateOf = (utc: Date) => utc.toISOString().slice(0, 10).replaceAll("-", "");

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

const maxLineBytes = 75;

/**
 * A line of at most 75 bytes, and its continuation lines, which begin with a space. No character is divided.
 */
function folded(line: string): string[] {
  const lines = [""];
  for (const character of line) {
    const grown = lines.at(-1) + character;
    if (new TextEncoder().encode(grown).length <= maxLineBytes) lines[lines.length - 1] = grown;
    else lines.push(` ${character}`);
  }
  return lines;
}
