import type { DataCopyFormat } from "@ornament/contracts/domain/data-copy";
import { type LookFormat, type LookTable, sameLookMilliseconds } from "@ornament/contracts/domain/looks";
import type { LookEvent } from "@ornament/contracts/events/look";
import type { Decider } from "@ornament/platform/commands/decider";
import { isWithin } from "@ornament/platform/commands/recorded-time";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";

/**
 * `lookedAt`: the time of the admin's latest recorded look at the same profile or instant, from `latestLook`.
 * Both times are Unix times in milliseconds.
 */
interface Times {
  lookedAt: number | undefined;
  at: number;
}

export type LookCommand = { adminId: number } & (
  | ({
      type: "RecordExport";
      table: LookTable;
      format: LookFormat;
      consumerId: number | null;
      narrowed: boolean;
    } & Partial<Times>)
  | ({ type: "RecordProfile"; consumerId: number } & Times)
  | ({ type: "RecordInstant"; instant: string } & Times)
  | { type: "RecordEvidence"; subject: string }
  | { type: "RecordDataCopy"; consumerId: number; format: DataCopyFormat; reason: string }
);

/**
 * Each export, each copy of a consumer's data and each evidence file is recorded; a consumer's profile, an instant
 * and the log that a program collects once an hour. The times of the events are the command's.
 */
export const lookDecider: Decider<null, LookCommand, LookEvent> = {
  initialState: () => null,
  // More than a person looks at in an hour. A look that is not found among them is recorded again.
  newest: 64,
  decide(command) {
    switch (command.type) {
      case "RecordExport": {
        const { adminId, table, format, consumerId, narrowed } = command;
        if (isRecorded(command)) return [];
        return [{ type: "TableExported", data: { adminId, table, format, consumerId, narrowed } }];
      }
      case "RecordProfile": {
        const { adminId, consumerId } = command;
        return isRecorded(command) ? [] : [{ type: "ProfileOpened", data: { adminId, consumerId } }];
      }
      case "RecordInstant": {
        const { adminId, instant } = command;
        return isRecorded(command) ? [] : [{ type: "InstantShown", data: { adminId, instant } }];
      }
      case "RecordDataCopy": {
        const { adminId, consumerId, format, reason } = command;
        return [{ type: "ConsumerDataCopyGiven", data: { adminId, consumerId, format, reason } }];
      }
      case "RecordEvidence": {
        const { adminId, subject } = command;
        return [{ type: "EvidenceGiven", data: { adminId, subject } }];
      }
      default:
        return unreachable(command);
    }
  },
  evolve: (state) => state,
};

/** Whether a look at the time `at` is the one that was recorded at `lookedAt`. */
export const isRecorded = ({ lookedAt, at }: Partial<Times>): boolean =>
  lookedAt !== undefined && at !== undefined && isWithin(lookedAt, sameLookMilliseconds, at);

/** A consumer's profile, an instant in ISO 8601, or the whole log. */
type LookedAt = { readonly consumerId: number } | { readonly instant: string } | "log";

/** The time of the latest recorded look at a profile, an instant or the log, as Unix time in milliseconds. */
export const latestLook = (events: readonly StoredEvent<LookEvent>[], at: LookedAt): number | undefined =>
  events.findLast((event) => isLookAt(event, at))?.createdAt.getTime();

/** Whether the look is at the whole System action log as JSON, in which form a program collects it. */
const isWholeLog = ({ type, data }: LookEvent): boolean =>
  type === "TableExported" &&
  data.table === "actionLog" &&
  data.format === "json" &&
  data.consumerId === null &&
  !data.narrowed;

function isLookAt(event: LookEvent, at: LookedAt): boolean {
  if (at === "log") return isWholeLog(event);
  return "instant" in at
    ? event.type === "InstantShown" && event.data.instant === at.instant
    : event.type === "ProfileOpened" && event.data.consumerId === at.consumerId;
}
