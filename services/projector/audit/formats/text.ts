import { asOneLine } from "@ornament/contracts/domain/hidden-characters";
import type { Format, Shown } from "./format.ts";
import { erasedOrNotRecorded, notRecorded } from "./format.ts";

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
