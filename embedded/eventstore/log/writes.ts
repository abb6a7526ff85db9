import { randomUUID } from "node:crypto";
import { type AppendDecision, decideAppend, type ExpectedRevision, NO_STREAM } from "./append-decision.ts";
import {
  BINARY_CONTENT,
  JSON_CONTENT,
  type ProposedEvent,
  STREAM_DELETED_TYPE,
  STREAM_METADATA_TYPE,
} from "./event.ts";
import type { EventLog } from "./event-log.ts";
import type { StreamState } from "./stream-metadata.ts";
import {
  isMetastream,
  isSoftDeleted,
  metastreamOf,
  originalStreamOf,
  softDeleteMetadata,
  undeleteMetadata,
} from "./stream-metadata.ts";
import { firstVisible } from "./visible-range.ts";

/**
 * The result of a write. `revision` is the stream's revision afterwards, -1 without events. A write without
 * events, and a repeat of events that readers no longer see, have no `position`.
 */
export type WriteOutcome =
  | { readonly kind: "written"; readonly revision: number; readonly position?: number }
  | { readonly kind: "conflict"; readonly actual: number }
  | { readonly kind: "deleted" }
  | { readonly kind: "timeout" };

const NOTHING = new Uint8Array();

/** Appends, recognises a repeat, or reports a conflict. Runs inside a commit. */
export function appendToStream(
  log: EventLog,
  name: string,
  expected: ExpectedRevision,
  events: readonly ProposedEvent[],
  now: number,
): WriteOutcome {
  const stream = log.stream(name);
  const decision = decide(log, stream, expected, events);
  switch (decision.kind) {
    case "conflict":
      return { kind: "conflict", actual: stream.last };
    case "deleted":
      return decision;
    case "repeat": {
      // The real server reads the event as a reader does.
      const visible = decision.revision >= firstVisible(log, stream, now);
      const position = visible ? log.eventAt(stream, decision.revision)?.position : undefined;
      return { kind: "written", revision: decision.revision, ...(position !== undefined && { position }) };
    }
    case "append": {
      if (events.length === 0) return { kind: "written", revision: stream.last };
      const first = stream.last + 1;
      const revived = isMetastream(name) ? softDeletedStream(log, originalStreamOf(name)) : undefined;
      const position = log.append(stream, events, now);
      const revision = stream.last;
      if (decision.undelete) undelete(log, name, first, now);
      if (revived) undelete(log, revived.name, revived.last + 1, now);
      return { kind: "written", revision, position };
    }
  }
}

/** Hides the stream's events. The stream can continue with the next revision. Runs inside a commit. */
export function softDelete(
  log: EventLog,
  name: string,
  expected: ExpectedRevision,
  now: number,
): WriteOutcome {
  const stream = log.stream(name);
  const refusal = refuse(log, stream, expected);
  if (refusal) return refusal;
  const metastream = log.stream(metastreamOf(name));
  if (stream.last === NO_STREAM && metastream.last === NO_STREAM)
    return { kind: "conflict", actual: NO_STREAM };
  const position = log.append(metastream, [metadataEvent(softDeleteMetadata())], now);
  return { kind: "written", revision: stream.last, position };
}

/** Tombstones the stream: it can never be written again. Runs inside a commit. */
export function tombstone(
  log: EventLog,
  name: string,
  expected: ExpectedRevision,
  now: number,
): WriteOutcome {
  const stream = log.stream(name);
  const refusal = refuse(log, stream, expected);
  if (refusal) return refusal;
  const event = {
    id: randomUUID(),
    type: STREAM_DELETED_TYPE,
    contentType: BINARY_CONTENT,
    metadata: NOTHING,
    data: NOTHING,
  };
  const position = log.tombstone(stream, event, now);
  return { kind: "written", revision: stream.last, position };
}

function decide(
  log: EventLog,
  stream: StreamState,
  expected: ExpectedRevision,
  events: readonly ProposedEvent[],
): AppendDecision {
  return decideAppend({
    expected,
    eventIds: events.map((event) => event.id),
    last: stream.last,
    softDeleted: isSoftDeleted(stream.retention),
    revisionOf: (id) => log.revisionOf(stream, id),
    idAt: (revision) => log.eventAt(stream, revision)?.id,
  });
}

function refuse(log: EventLog, stream: StreamState, expected: ExpectedRevision): WriteOutcome | undefined {
  const unique = [{ id: randomUUID(), type: "", contentType: "", metadata: NOTHING, data: NOTHING }];
  const decision = decide(log, stream, expected, unique);
  if (decision.kind === "deleted") return decision;
  return decision.kind === "append" ? undefined : { kind: "conflict", actual: stream.last };
}

/** Writing a soft-deleted stream's metadata brings the stream back, empty, as on the real server. */
function softDeletedStream(log: EventLog, name: string): StreamState | undefined {
  const stream = log.stream(name);
  return isSoftDeleted(stream.retention) ? stream : undefined;
}

function undelete(log: EventLog, name: string, from: number, now: number): void {
  const metadata = undeleteMetadata(log.metadataOf(name) ?? NOTHING, from);
  log.append(log.stream(metastreamOf(name)), [metadataEvent(metadata)], now);
}

const metadataEvent = (data: Uint8Array): ProposedEvent => ({
  id: randomUUID(),
  type: STREAM_METADATA_TYPE,
  contentType: JSON_CONTENT,
  metadata: NOTHING,
  data,
});
