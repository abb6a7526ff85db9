import { DELETED } from "./append-decision.ts";
import type { EventLog } from "./event-log.ts";
import type { StreamState } from "./stream-metadata.ts";

/**
 * The first revision of the stream that `$tb`, `$maxCount` and `$maxAge` show. It may be after the last one.
 */
export function firstVisible(log: EventLog, stream: StreamState, now: number): number {
  const { truncateBefore = 0, maxCount, maxAge } = stream.retention;
  const newest = maxCount === undefined ? 0 : stream.last - maxCount + 1;
  const first = Math.max(0, truncateBefore, newest);
  if (maxAge === undefined || stream.last === DELETED) return first;
  return firstCreatedSince(log, stream, first, now - maxAge * 1000);
}

/** Binary search: the events of a stream are ordered by time. */
function firstCreatedSince(log: EventLog, stream: StreamState, first: number, since: number): number {
  let low = first;
  let high = stream.last + 1;
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const created = log.createdFrom(stream, middle);
    if (created === undefined || created >= since) high = middle;
    else low = middle + 1;
  }
  return low;
}
