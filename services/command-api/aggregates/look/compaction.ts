import { sameLookMilliseconds } from "@ornament/contracts/domain/looks";
import type { LookEvent } from "@ornament/contracts/events/look";
import { clocksDifferMilliseconds } from "@ornament/platform/commands/recorded-time";
import type { Compaction } from "@ornament/platform/eventstore/event-store";

/**
 * The number of profiles and instants that an admin can look at in an hour and that are then recorded once only.
 * A program that looks at more must not make the snapshot grow.
 */
const looksKept = 200;

/** The events of looks that are recorded once in a time. */
const recordedOnce: ReadonlySet<LookEvent["type"]> = new Set(["ProfileOpened", "InstantShown"]);

/** Keeps the looks of the last hour at profiles and instants, at most the newest 200. No decision reads the others. */
export const lookCompaction: Compaction<LookEvent> = {
  version: 1,
  keep(events) {
    const newest = events.at(-1)?.createdAt.getTime() ?? 0;
    const since = newest - sameLookMilliseconds - clocksDifferMilliseconds;
    return events
      .filter(({ type, createdAt }) => recordedOnce.has(type) && createdAt.getTime() > since)
      .slice(-looksKept);
  },
};
