import type { BulkChangeEvent } from "@ornament/contracts/events/bulk-change";
import { followUp } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { InvalidEventError } from "@ornament/platform/eventstore/store-errors";
import type { atMost } from "@ornament/platform/waiting/at-most";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { LeftAlone } from "../../aggregates/bulk-change/commands.ts";
import type { PinRefusals } from "../../aggregates/pin/commands.ts";

export type Started = StoredEvent<Extract<BulkChangeEvent, { type: "BulkChangeStarted" }>>;

export interface GroupNeeds {
  readonly pins: Pick<Aggregates["pins"], "handle">;
  readonly clock: () => Date;
  /** Limits the number of PINs that are changed at the same time. */
  readonly inTurn: ReturnType<typeof atMost>;
}

/**
 * Changes PINs of a bulk change and returns those that it left alone. A PIN's command has the same id each
 * time, so a repeated group changes each PIN once and gives the same answer for it. Throws what ends with
 * time, such as an outage, after everything in flight has ended.
 */
export async function changeGroup(
  { pins, clock, inTurn }: GroupNeeds,
  started: Started,
  codes: readonly string[],
): Promise<LeftAlone[]> {
  const { bulkChangeId: id, change, comment, undoes } = started.data;
  const type = change === "deactivate" ? "Deactivate" : "Activate";
  const command = { type, comment, bulkChange: { id, undoes: undoes?.bulkChangeId } } as const;
  const changes = await Promise.allSettled(
    codes.map((code) =>
      inTurn(async (): Promise<LeftAlone[]> => {
        try {
          await pins.handle(code, command, followUp(started, `change ${code}`, { now: clock() }));
          return [];
        } catch (error) {
          const reason = error instanceof InvalidEventError ? "unreadable" : answerTo(error, reasons);
          if (reason === undefined) throw error;
          return [{ code, reason }];
        }
      }),
    ),
  );
  return changes.flatMap((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}

const reasons: Record<PinRefusals["Deactivate" | "Activate"], LeftAlone["reason"]> = {
  pin_not_found: "not_found",
  pin_already_blocked: "already",
  pin_not_blocked: "already",
  changed_meanwhile: "changed_since",
};
