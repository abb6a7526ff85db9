import {
  dateOrderMessage,
  datesInOrder,
  invalidDateMessage,
  parseCalendarDate,
} from "@ornament/contracts/domain/dates";

export interface DateRange {
  startDate: string;
  endDate: string;
}

const wholeLength = "MM/DD/YYYY".length;

/** Formats a date as MM/DD/YYYY while it is typed or pasted: `03052026` and `3/5/2026` become `03/05/2026`. */
export function formatDateEntry(raw: string): string {
  const short = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(raw.trim());
  if (short) return `${short[1]?.padStart(2, "0")}/${short[2]?.padStart(2, "0")}/${short[3]}`;
  // A slash after one digit is kept: zeros are added when the year is complete.
  if (/^\d{1,2}\/(\d{1,2}\/?)?\d{0,3}$/.test(raw) && !/^\d{2}\/\d{2}\d/.test(raw)) return raw;
  const digits = raw.replace(/\D/g, "").slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join("/");
}

const dateProblem = (text: string): string | undefined =>
  text === "" || parseCalendarDate(text) ? undefined : invalidDateMessage;

/** The messages of both fields. If From is later than To, the message is at From. */
export function dateRangeProblems({ startDate, endDate }: DateRange): Partial<DateRange> {
  const start = dateProblem(startDate);
  const end = dateProblem(endDate);
  const order = start || end || datesInOrder({ startDate, endDate }) ? start : dateOrderMessage;
  return { ...(order ? { startDate: order } : {}), ...(end ? { endDate: end } : {}) };
}

/** Whether a date is still being typed, so that no error is shown yet. */
export const isUnfinished = (text: string): boolean => text.length < wholeLength;
