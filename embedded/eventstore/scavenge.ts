import { DELETED, NO_STREAM } from "@ornament/platform/eventstore/append-decision";
import type { EventLog } from "./event-log.ts";
import { metastreamOf } from "./stream-metadata.ts";
import { firstVisible } from "./visible-range.ts";

/**
 * Takes off the disk what deletions, tombstones and retention have hidden from readers of the stream, as the real server's
 * scavenge does: until then `$all` still gives it. A stream's newest event stays, so that its revision is known.
 */
export function scavenge(log: EventLog, now: number): void {
  const streams = log.streamsWithHiddenEvents();
  if (streams.length === 0) return;
  log.commit(() => {
    for (const name of streams) scavengeStream(log, name, now);
  });
  log.flush();
}

function scavengeStream(log: EventLog, name: string, now: number): void {
  const stream = log.stream(name);
  const metastream = log.stream(metastreamOf(name));
  log.erase(metastream.name, metastream.last);
  if (stream.last === NO_STREAM) return;
  const hidden = stream.last === DELETED ? DELETED : firstVisible(log, stream, now);
  log.erase(name, Math.min(hidden, stream.last));
}
