import { isDeepStrictEqual } from "node:util";
import type { Look } from "@ornament/contracts/looks/api";
import type { LookEvent } from "@ornament/contracts/looks/events";
import { sameLookMilliseconds } from "@ornament/contracts/values/looks";
import type { Decider } from "@ornament/platform/commands/decider";
import { isWithin } from "@ornament/platform/commands/recorded-time";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";

/** `known`: `isRecorded` is true for the look. */
export interface LookCommand {
  readonly type: "RecordLook";
  readonly adminId: number;
  readonly look: Look;
  readonly known: boolean;
}

/**
 * Each export, each copy of a consumer's data and each evidence file is recorded; a consumer's profile, an instant
 * and the log that a program collects once an hour. The times of the events are the command's.
 */
export const lookDecider: Decider<null, LookCommand, LookEvent> = {
  initialState: () => null,
  // More than a person looks at in an hour. A look that is not found among them is recorded again.
  newest: 64,
  decide: ({ adminId, look, known }) => (known ? [] : [eventOf(adminId, look)]),
  evolve: (state) => state,
};

const onceAnHour: ReadonlySet<Look["type"]> = new Set(["profile", "instant", "feed"]);

/** Whether the same look was recorded within the hour before `at` (Unix time in milliseconds). */
export function isRecorded(
  events: readonly StoredEvent<LookEvent>[],
  { adminId, look, at }: { adminId: number; look: Look; at: number },
): boolean {
  if (!onceAnHour.has(look.type)) return false;
  const event = eventOf(adminId, look);
  const latest = events.findLast(
    ({ type, data }) => type === event.type && isDeepStrictEqual({ ...data }, event.data),
  );
  return latest !== undefined && isWithin(latest.createdAt.getTime(), sameLookMilliseconds, at);
}

function eventOf(adminId: number, look: Look): LookEvent {
  switch (look.type) {
    case "export": {
      const { type: _, ...exported } = look;
      return { type: "TableExported", data: { adminId, ...exported } };
    }
    case "feed": {
      const wholeLog = { table: "actionLog", format: "json", consumerId: null, narrowed: false } as const;
      return { type: "TableExported", data: { adminId, ...wholeLog } };
    }
    case "profile":
      return { type: "ProfileOpened", data: { adminId, consumerId: look.consumerId } };
    case "instant":
      return { type: "InstantShown", data: { adminId, instant: new Date(look.instant).toISOString() } };
    case "dataCopy": {
      const { consumerId, format, reason } = look;
      return { type: "ConsumerDataCopyGiven", data: { adminId, consumerId, format, reason } };
    }
    case "evidence":
      return { type: "EvidenceGiven", data: { adminId, subject: look.subject } };
    default:
      return unreachable(look);
  }
}
