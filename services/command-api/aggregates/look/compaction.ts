import { sameLookMilliseconds } from "@ornament/contracts/domain/looks";
import type { LookEvent } from "@ornament/contracts/events/look";
import { clocksDifferMilliseconds } from "@ornament/platform/commands/recorded-time";
import type { Compaction } from "@ornament/platform/eventstore/event-store";

/**
 * The number of profiles and instants that an admin can look at in an hour and that are then recorded once only.
 * A program that looks at more must not make the snapshot grow.
 */
const looksKept = 200;

/** Whether the look is at the whole System action log as JSON, in which form a program collects it. */
export const isWholeLog = ({ type, data }: LookEvent): boolean =>
  type === "TableExported" &&
  data.table === "actionLog" &&
  data.format === "json" &&
  data.consumerId === null &&
  !data.narrowed;

/** The looks that are recorded once in a time. */
const isRecordedOnce = (event: LookEvent): boolean =>
  event.type === "ProfileOpened" || event.type === "InstantShown" || isWholeLog(event);

/** Keeps the looks of the last hour at profiles, instants and the log, at most the newest 200. No decision reads the others. */
export const lookCompaction: Compaction<LookEvent> = {
  version: 2,
  keep(events) {
    const newest = events.at(-1)?.createdAt.getTime() ?? 0;
    const since = newest - sameLookMilliseconds - clocksDifferMilliseconds;
    return events
      .filter((event) => isRecordedOnce(event) && event.createdAt.getTime() > since)
      .slice(-looksKept);
  },
};
