import { profileLookMilliseconds } from "@ornament/contracts/domain/looks";
import type { LookEvent } from "@ornament/contracts/events/look";
import { clocksDifferMilliseconds } from "@ornament/platform/commands/recorded-time";
import type { Compaction } from "@ornament/platform/eventstore/event-store";

/**
 * The number of profiles that an admin can open in an hour and that are then recorded once only. A program that
 * opens more must not make the snapshot grow.
 */
const openingsKept = 200;

/** Keeps the openings of profiles of the last hour, at most the newest 200. No decision reads the others. */
export const lookCompaction: Compaction<LookEvent> = {
  version: 1,
  keep(events) {
    const newest = events.at(-1)?.createdAt.getTime() ?? 0;
    const since = newest - profileLookMilliseconds - clocksDifferMilliseconds;
    return events
      .filter(({ type, createdAt }) => type === "ProfileOpened" && createdAt.getTime() > since)
      .slice(-openingsKept);
  },
};
