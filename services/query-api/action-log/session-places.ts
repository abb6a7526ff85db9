import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import {
  type ActionLogDocument,
  actionLogReadModel,
  type LogSessionDocument,
} from "@ornament/contracts/read-models/action-log";
import { present } from "@ornament/contracts/read-models/read-model";
import type { ReadView } from "../read-side/view.ts";

type Entry = Pick<ActionLogDocument, "session" | "commit">;

/** The session of an entry with its browser and network address at that time. */
export type SessionOf = (entry: Entry) => LogEntryRow["session"];

export async function sessionsOf(view: ReadView, entries: readonly Entry[]): Promise<SessionOf> {
  const ids = [...new Set(entries.flatMap(({ session }) => session ?? []))];
  const places =
    ids.length === 0
      ? []
      : await view
          .collection<LogSessionDocument>(actionLogReadModel, "sessions")
          .find({ ...present, session: { $in: ids } })
          .toArray();
  const inOrder = places.toSorted((a, b) => Number(a.commit - b.commit));
  return ({ session, commit }) => {
    if (session === null) return null;
    const place = inOrder.findLast((each) => each.session === session && each.commit <= commit);
    return { id: session, browser: place?.browser ?? null, address: place?.address ?? null };
  };
}
