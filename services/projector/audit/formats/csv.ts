import { csvText } from "@ornament/platform/csv/csv-text";
import { erasedOrNotRecorded, type Format, notRecorded, type Shown } from "./format.ts";

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
    head: () => csvText([columns], true),
    text: (shown) => csvText(shown.map((each) => cellsOf(each, when))),
  };
}

function cellsOf(
  { event, entry, hidden, role, actor, email, subjects, changes, session, sessionId, partOf }: Shown,
  when: (instant: Date) => string,
): string[] {
  const { action, value } = entry ?? hidden ?? { action: event.type, value: event.damaged ?? "" };
  const { requestId } = event.metadata;
  const isPerson = actor !== "system";
  const unknown = session !== null && email === null ? erasedOrNotRecorded : notRecorded;
  return [
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
  ];
}
