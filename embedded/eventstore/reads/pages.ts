import { DELETED, NO_STREAM } from "../log/append-decision.ts";
import type { StoredEvent } from "../log/event.ts";
import type { EventLog } from "../log/event-log.ts";
import { isSoftDeleted } from "../log/stream-metadata.ts";
import { firstVisible } from "../log/visible-range.ts";
import { streamDeleted } from "../protocol/grpc-errors.ts";

/** Reads the next events, at most `limit`. An empty page means that no more events are there now. */
export type NextPage = (limit: number) => StoredEvent[];

/** `$all` forwards, from the first event after `position`; no page begins after `until`. */
export function allForwards(log: EventLog, position: number, until = DELETED): NextPage {
  let after = position;
  return (limit) => {
    if (after >= until) return [];
    const page = log.pages.allAfter(after, limit);
    after = page.at(-1)?.position ?? after;
    return page;
  };
}

/** `$all` backwards, from the last event before `position`. */
export function allBackwards(log: EventLog, position: number): NextPage {
  let before = position;
  return (limit) => {
    const page = log.pages.allBefore(before, limit);
    before = page.at(-1)?.position ?? before;
    return page;
  };
}

/**
 * A stream forwards from `revision` on; no page begins after `until`. A page throws the gRPC error if the
 * stream was tombstoned.
 */
export function streamForwards(
  log: EventLog,
  name: string,
  revision: number,
  clock: () => number,
  until = DELETED,
): NextPage {
  let from = revision;
  return (limit) => {
    const stream = log.stream(name);
    if (stream.last === DELETED) throw streamDeleted(name);
    if (from > until) return [];
    const page = log.pages.streamFrom(stream, Math.max(from, firstVisible(log, stream, clock())), limit);
    from = (page.at(-1)?.revision ?? from - 1) + 1;
    return page;
  };
}

/**
 * A stream backwards from `revision` down. A page throws the gRPC error if the stream was tombstoned.
 */
export function streamBackwards(
  log: EventLog,
  name: string,
  revision: number,
  clock: () => number,
): NextPage {
  let from = revision;
  return (limit) => {
    const stream = log.stream(name);
    if (stream.last === DELETED) throw streamDeleted(name);
    const page = log.pages.streamDownFrom(stream, from, firstVisible(log, stream, clock()), limit);
    from = (page.at(-1)?.revision ?? from + 1) - 1;
    return page;
  };
}

/** Whether a read answers "stream not found": never written, or soft-deleted and not tombstoned. */
export function isMissing(log: EventLog, name: string): boolean {
  const stream = log.stream(name);
  if (stream.last === DELETED) return false;
  return stream.last === NO_STREAM || isSoftDeleted(stream.retention);
}

/** The largest number of events in a page. */
export const PAGE_ROWS = 256;
