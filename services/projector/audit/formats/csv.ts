import { csvLine } from "@ornament/platform/csv/csv-line";
import { erasedOrNotRecorded, type Format, notRecorded } from "./format.ts";

const columns = [
  "Role",
  "Action",
  "New value",
  "Date",
  "Actor",
  "Email address",
  "Subjects",
  "Changes",
  "Browser",
  "Network address",
  "Part of",
  "Request",
  "Session",
  "Event",
  "Type",
  "Stream",
  "Position",
];

/** A line for each event: the four columns of the System action log, then those that identify the act. */
export function csvFormat(when: (instant: Date) => string): Format {
  return {
    head: `\ufeff${csvLine(columns)}`,
    line({ event, entry, hidden, role, actor, email, subjects, changes, session, sessionId, partOf }) {
      const { action, value } = entry ?? hidden ?? { action: event.type, value: event.damaged ?? "" };
      const { requestId } = event.metadata;
      const isPerson = actor !== "system";
      const unknown = session !== null && email === null ? erasedOrNotRecorded : notRecorded;
      return csvLine([
        role,
        action,
        value,
        when(event.createdAt),
        actor,
        email ?? (isPerson ? "(erased)" : ""),
        subjects.join(" "),
        changes.map(({ what, from, to }) => `${what}: ${from ?? "(none)"} → ${to}`).join(" | "),
        session?.browser ?? (isPerson ? unknown : ""),
        session?.address ?? (isPerson ? unknown : ""),
        partOf?.action ?? "",
        requestId ?? notRecorded,
        sessionId ?? (isPerson ? notRecorded : ""),
        event.id,
        event.type,
        event.stream,
        String(event.position.commit),
      ]);
    },
  };
}
