import { isLasting } from "@ornament/contracts/events/streams";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { auditReader } from "../audit/audited-event.ts";
import { jsonOf } from "../audit/formats/ndjson.ts";
import { withoutPersonal } from "../audit/sealed.ts";
import { historyOf } from "../audit/selection.ts";
import { auditedSessions } from "../audit/sessions.ts";

/** The lasting events of a case up to a position. */
export interface Case {
  readonly store: Pick<EventStore, "readAll" | "read">;
  readonly subject: string;
  readonly head: Position;
  readonly withPersonalData: boolean;
}

/** A lasting event of a case, to be found again among the stored bytes. */
export interface CaseEntry {
  readonly stream: string;
  readonly revision: bigint;
  /** The fields of the event in an export, as JSON. */
  readonly json: string;
  readonly forged: boolean;
}

/** The lasting events of a case in their order, as `audit history` gives them with hidden ones. */
export async function* caseEntries(
  { store, subject, head, withPersonalData }: Case,
  onRead: (position: Position) => Promise<void>,
): AsyncGenerator<CaseEntry> {
  const sessions = auditedSessions(store, { withPersonalData });
  const read = auditReader();
  const isOfCase = historyOf(subject, true);
  for await (const event of store.readAll({ withForged: true })) {
    if (comparePositions(event.position, head) > 0) return;
    await onRead(event.position);
    sessions.learn(event);
    const audited = read(withPersonalData ? event : withoutPersonal(event));
    if (!isOfCase(audited) || !isLasting(event.stream)) continue;
    const session = await sessions.of(audited.sessionId);
    const { stream, revision } = event;
    yield { stream, revision, json: JSON.stringify(jsonOf({ ...audited, session })), forged: audited.forged };
  }
}
