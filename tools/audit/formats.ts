import { formatDateTime } from "@ornament/contracts/values/dates";
import { asOneLine } from "@ornament/contracts/values/hidden-characters";
import { csvText } from "@ornament/platform/csv/csv-text";
import { jsonOf, type Shown } from "@ornament/projector/evidence/shown-event";
import { dateTimeWithZone } from "../projections/arguments.ts";

export interface Format {
  head(): Promise<string>;
  text(shown: readonly Shown[]): Promise<string>;
}

/** Said of an act whose session, browser or network address the event doesn't name. */
const notRecorded = "not recorded";
/** Said of a session of an erased person: it can't be known whether its place was recorded. */
const erasedOrNotRecorded = "erased or not recorded";

const labelWidth = 14;

export const textFormat = (when: (instant: Date) => string): Format => ({
  head: async () => "",
  text: async (shown) => shown.map((each) => paragraph(each, when)).join(""),
});

function paragraph(shown: Shown, when: (instant: Date) => string): string {
  const { event, changes, partOf } = shown;
  const { action, value } = wordsOf(shown);
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

const wordsOf = ({ entry, hidden, event }: Shown) =>
  entry ?? hidden ?? { action: event.type, value: event.damaged ?? "" };

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

const unlessSystem = ({ actor }: Shown, text: string) => (actor === "system" ? "" : text);
const unknownPlace = ({ session, email }: Shown) =>
  session !== null && email === null ? erasedOrNotRecorded : notRecorded;

type Column = (shown: Shown, when: (instant: Date) => string) => string;

const columns: Readonly<Record<string, Column>> = {
  Role: ({ role }) => role,
  Action: (shown) => wordsOf(shown).action,
  "New value": (shown) => wordsOf(shown).value,
  Date: ({ event }, when) => when(event.createdAt),
  Actor: ({ actor }) => actor,
  "Email address": (shown) => shown.email ?? unlessSystem(shown, "(erased)"),
  Subjects: ({ subjects }) => subjects.join(" "),
  Changes: ({ changes }) =>
    changes.map(({ what, from, to }) => `${what}: ${from ?? "(none)"} → ${to}`).join(" | "),
  Browser: (shown) => shown.session?.browser ?? unlessSystem(shown, unknownPlace(shown)),
  "Network address": (shown) => shown.session?.address ?? unlessSystem(shown, unknownPlace(shown)),
  "Part of": ({ partOf }) => partOf?.action ?? "",
  Request: ({ event }) => event.metadata.requestId ?? notRecorded,
  Session: (shown) => shown.sessionId ?? unlessSystem(shown, notRecorded),
  Event: ({ event }) => event.id,
  Type: ({ event }) => event.type,
  Stream: ({ event }) => event.stream,
  Position: ({ event }) => String(event.position.commit),
};

/** A line for each event: the four columns of the System action log, then those that identify the act. */
export const csvFormat = (when: (instant: Date) => string): Format => ({
  head: () => csvText([Object.keys(columns)], true),
  text: (shown) => csvText(shown.map((each) => Object.values(columns).map((cell) => cell(each, when)))),
});

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
