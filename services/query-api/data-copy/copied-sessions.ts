import type { DataCopy } from "@ornament/contracts/api/data-copy";
import type { ActionLogDocument } from "@ornament/contracts/read-models/action-log";
import type { Places } from "./places.ts";

/** The types of events whose entries are the begin and end of a session. */
export const sessionTypes = ["SessionStarted", "SessionEnded"];

type Entry = Pick<ActionLogDocument, "type" | "createdAt" | "session" | "value">;

/** The sessions of a person, newest first, from the entries of their begin and end. */
export function toCopiedSessions(entries: readonly Entry[], places: Places): DataCopy["sessions"] {
  const ends = new Map(
    entries.filter(({ type }) => type === "SessionEnded").map((end) => [end.session, end]),
  );
  return entries
    .filter(({ type }) => type === "SessionStarted")
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ session, createdAt }) => {
      const end = ends.get(session);
      return {
        signedInAt: createdAt.toISOString(),
        endedAt: end?.createdAt.toISOString() ?? null,
        end: end === undefined ? null : reasonOf(end),
        places: session === null ? [] : places.of(session),
      };
    });
}

/** The reason of the event, which its entry has in "ended: reuse". A sign-out has no text. */
const reasonOf = ({ value }: Pick<Entry, "value">) => value.replace(/^ended: /, "") || "sign-out";
