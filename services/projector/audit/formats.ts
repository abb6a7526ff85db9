import { formatDateTime } from "@ornament/contracts/domain/dates";
import { asOneLine } from "@ornament/contracts/domain/hidden-characters";
import { csvText } from "@ornament/platform/csv/csv-text";
import { dateTimeWithZone } from "../cli/arguments.ts";
import { jsonOf, type Shown } from "../evidence/shown-event.ts";

export interface Format {
  head(): Promise<string>;
  text(shown: readonly Shown[]): Promise<string>;
}

/** Said of an act whose session, browser or network address the event doesn't name. */
const notRecorded = "not recorded";
/** Said of a session of an erased person: it can't be known whether its place was recorded. */
const erasedOrNotRecorded = "erased or not recorded";

const labelWidth = 14;

/** A paragraph for each event, for people at a terminal. */
export const textFormat = (when: (instant: Date) => string): Format => ({
  head: async () => "",
  text: async (shown) => shown.map((each) => paragraph(each, when)).join(""),
});

function paragraph(shown: Shown, when: (instant: Date) => string): string {
  const { entry, hidden, event, changes, partOf } = shown;
  const { action, value } = entry ?? hidden ?? { action: event.type, value: event.damaged ?? "" };
  const lines: [label: string, text: string][] = [
    ["by", actorText(shown)],
    ...changes.map(({ what, from, to }): [string, string] => [what, `${from ?? "(none)"} → ${to}`]),
    ...(value === "" ? [] : [["value", value] as [string, string]]),
    ["from", placeText(shown)],
    ...(partOf === null ? [] : [["part of", partOf.action] as [string, string]]),
  ];
  const details = lines.map(([label, text]) => `    ${label.padEnd(labelWidth)} ${safe(text)}\n`);
  return `${when(event.createdAt)}  ${safe(action)}\n${details.join("")}\n`;
}

/** A terminal would carry out control characters in a comment or a name. */
const safe = asOneLine;

function actorText({ actor, role, email, event }: Shown): string {
  if (actor === "system") return role;
  const address = email ?? (event.metadata.actor.kind === "system" ? "" : "(erased)");
  return `${address} (${role}, ${actor})`;
}

function placeText({ session, actor, email }: Shown): string {
  if (session === null) return actor === "system" ? "the product itself" : notRecorded;
  if (session.browser === null && session.address === null && email === null) return erasedOrNotRecorded;
  return `${session.browser ?? `browser ${notRecorded}`}, ${session.address ?? `network address ${notRecorded}`}`;
}

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

/** A JSON object on a line for each event, hidden ones included. docs/auditing.md has the fields, which stay. */
export const ndjsonFormat: Format = {
  head: async () => "",
  text: async (shown) => shown.map((each) => `${JSON.stringify(jsonOf(each))}\n`).join(""),
};

export const formats = {
  text: (timeZone: string) => textFormat(dateTimeWithZone(timeZone)),
  csv: (timeZone: string) => csvFormat((instant) => formatDateTime(instant, timeZone)),
  ndjson: () => ndjsonFormat,
};
export type FormatName = keyof typeof formats;
