import { type LookFormat, type LookTable, profileLookMilliseconds } from "@ornament/contracts/domain/looks";
import type { LookEvent } from "@ornament/contracts/events/look";
import type { Decider } from "@ornament/platform/commands/decider";
import { isWithin } from "@ornament/platform/commands/recorded-time";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { lookCompaction } from "./compaction.ts";

export type LookCommand = { adminId: number } & (
  | {
      type: "RecordExport";
      table: LookTable;
      format: LookFormat;
      consumerId: number | null;
      narrowed: boolean;
    }
  /** `openedAt`: the time of the admin's latest recorded look at the profile, from `latestOpening`. */
  | { type: "RecordProfile"; consumerId: number; openedAt: number | undefined; at: number }
);

/** Each export is recorded; a consumer's profile once an hour. The times of the events are the command's. */
export const lookDecider: Decider<null, LookCommand, LookEvent> = {
  initialState: () => null,
  compaction: lookCompaction,
  decide(command) {
    switch (command.type) {
      case "RecordExport": {
        const { adminId, table, format, consumerId, narrowed } = command;
        return [{ type: "TableExported", data: { adminId, table, format, consumerId, narrowed } }];
      }
      case "RecordProfile": {
        const { adminId, consumerId, openedAt, at } = command;
        if (isRecorded(openedAt, at)) return [];
        return [{ type: "ProfileOpened", data: { adminId, consumerId } }];
      }
      default:
        return unreachable(command);
    }
  },
  evolve: (state) => state,
};

/** Whether a look at a profile at the time `at` is the one that was recorded at `openedAt`. */
export const isRecorded = (openedAt: number | undefined, at: number): boolean =>
  openedAt !== undefined && isWithin(openedAt, profileLookMilliseconds, at);

/** The time of the latest recorded look at a consumer's profile, as Unix time in milliseconds. */
export const latestOpening = (
  events: readonly StoredEvent<LookEvent>[],
  consumerId: number,
): number | undefined =>
  events
    .findLast((event) => event.type === "ProfileOpened" && event.data.consumerId === consumerId)
    ?.createdAt.getTime();
