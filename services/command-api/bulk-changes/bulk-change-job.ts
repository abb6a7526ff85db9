import type { BulkChangeEvent } from "@ornament/contracts/bulk-changes/events";
import { streams } from "@ornament/contracts/events/streams";
import { followUp } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { InvalidEventError } from "@ornament/platform/eventstore/store-errors";
import { atMost } from "@ornament/platform/waiting/at-most";
import type { Aggregates } from "../aggregates.ts";
import type { Dependencies } from "../dependencies.ts";
import type { JobKind } from "../jobs/job-runs.ts";
import type { PinRefusals } from "../pins/commands.ts";
import type { LeftAlone } from "./decider.ts";

/** PINs between two records of the progress. A stop takes effect after them. */
const groupSize = 250;
/** The PINs of all bulk changes that are changed at the same time. Half of all commands stay for people. */
const pinsAtOnce = 64;

type Started = StoredEvent<Extract<BulkChangeEvent, { type: "BulkChangeStarted" }>>;

/** Each PIN is changed once, and the counts stay right, also if two processes run the same bulk change. */
export function bulkChangeJob({
  bulkChanges,
  pins,
  clock,
}: Pick<Aggregates, "bulkChanges" | "pins"> & Pick<Dependencies, "clock">): JobKind {
  const inTurn = atMost(pinsAtOnce);

  /**
   * Changes PINs and returns those that were left alone. A PIN's command has the same id each time, so a repeated
   * group changes each PIN once and gives the same answer for it. Throws what ends with time, such as an outage,
   * after everything in flight has ended.
   */
  const changeGroup = async (started: Started, codes: readonly string[]): Promise<LeftAlone[]> => {
    const { bulkChangeId: id, change, comment, undoes } = started.data;
    const type = change === "deactivate" ? "Deactivate" : "Activate";
    const command = { type, comment, bulkChange: { id, undoes: undoes?.bulkChangeId } } as const;
    const changeOne = async (code: string): Promise<LeftAlone[]> => {
      try {
        await pins.handle(code, command, followUp(started, `change ${code}`, { now: clock() }));
        return [];
      } catch (error) {
        const reason = error instanceof InvalidEventError ? "unreadable" : answerTo(error, reasons);
        if (reason === undefined) throw error;
        return [{ code, reason }];
      }
    };
    const changes = await Promise.allSettled(codes.map((code) => inTurn(() => changeOne(code))));
    return changes.flatMap((each) => {
      if (each.status === "rejected") throw each.reason;
      return each.value;
    });
  };

  return {
    streamOf: streams.bulkChange,
    start: "BulkChangeStarted",
    ends: ["PinsDeactivated", "PinsActivated"],
    /** Changes the PINs that are not done yet, group after group. */
    async resume(bulkChangeId, signal) {
      let loaded = await bulkChanges.load(bulkChangeId);
      const started = loaded.events.find((event): event is Started => event.type === "BulkChangeStarted");
      while (started && !signal.aborted) {
        const { state } = loaded;
        if (state.status === "none" || state.status === "ended") return;
        const from = state.done;
        const codes = state.codes.slice(from, from + groupSize);
        const leftAlone = await changeGroup(started, codes);
        const progress = { type: "Progress", from, done: from + codes.length, leftAlone } as const;
        const context = followUp(started, `progress ${from}`, { now: clock() });
        ({ loaded } = await bulkChanges.handle(bulkChangeId, progress, context, loaded));
      }
    },
  };
}

const reasons: Record<PinRefusals["Deactivate" | "Activate"], LeftAlone["reason"]> = {
  pin_not_found: "not_found",
  pin_already_blocked: "already",
  pin_not_blocked: "already",
  changed_meanwhile: "changed_since",
};
