import { streams } from "@ornament/contracts/events/streams";
import { followUp } from "@ornament/platform/commands/context";
import { atMost } from "@ornament/platform/waiting/at-most";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { JobKind } from "../../jobs/job-runs.ts";
import { changeGroup, type GroupNeeds, type Started } from "./change-group.ts";

/** PINs between two records of the progress. A stop takes effect after them. */
const groupSize = 250;
/** The PINs of all bulk changes that are changed at the same time. Half of all commands stay for people. */
const pinsAtOnce = 64;

interface Needs extends Omit<GroupNeeds, "inTurn"> {
  readonly bulkChanges: Pick<Aggregates["bulkChanges"], "load" | "handle">;
}

/** Each PIN is changed once, and the counts stay right, also if two processes run the same bulk change. */
export function bulkChangeJob(needs: Needs): JobKind {
  const inTurn = atMost(pinsAtOnce);
  return {
    streamOf: streams.bulkChange,
    start: "BulkChangeStarted",
    ends: ["PinsDeactivated", "PinsActivated"],
    /** Changes the PINs that are not done yet, group after group. */
    async resume(bulkChangeId, signal) {
      let loaded = await needs.bulkChanges.load(bulkChangeId);
      const started = loaded.events.find((event): event is Started => event.type === "BulkChangeStarted");
      while (started && !signal.aborted) {
        const { state } = loaded;
        if (state.status === "none" || state.status === "ended") return;
        const from = state.done;
        const codes = state.codes.slice(from, from + groupSize);
        const leftAlone = await changeGroup({ ...needs, inTurn }, started, codes);
        const progress = { type: "Progress", from, done: from + codes.length, leftAlone } as const;
        const context = followUp(started, `progress ${from}`, { now: needs.clock() });
        ({ loaded } = await needs.bulkChanges.handle(bulkChangeId, progress, context, loaded));
      }
    },
  };
}
