import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { endOfMinute } from "../dates/date-entry.ts";

/**
 * The conditions that find an entry in the log: the entries of the same request, or without a recorded one the
 * subject's entries of the same minute.
 */
export function placeInLog(
  { request, createdAt }: Pick<LogEntryRow, "request" | "createdAt">,
  subject: string | undefined,
) {
  if (request !== null) return { request };
  const minute = `${createdAt.slice(0, "2026-12-01T15:05".length)}:00.000Z`;
  return { ...(subject === undefined ? {} : { subject }), since: minute, until: endOfMinute(minute) };
}
