import { parseCalendarDate, startOfDay } from "@ornament/contracts/domain/dates";

interface DateRange {
  startDate?: string | undefined;
  endDate?: string | undefined;
  timeZone: string;
}

/**
 * The filter for documents that were created within whole days, both included. Without dates it finds
 * everything.
 */
export function createdWithin({ startDate, endDate, timeZone }: DateRange): {
  createdAt?: { $gte?: Date; $lt?: Date };
} {
  const from = startDate === undefined ? undefined : parseCalendarDate(startDate);
  const to = endDate === undefined ? undefined : parseCalendarDate(endDate);
  if (!from && !to) return {};
  return {
    createdAt: {
      ...(from ? { $gte: startOfDay(from, timeZone) } : {}),
      ...(to ? { $lt: startOfDay(to, timeZone, 1) } : {}),
    },
  };
}
