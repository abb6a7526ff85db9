import type { BulkChangeTurnEvent } from "@ornament/contracts/bulk-changes/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import { limits } from "@ornament/contracts/values/limits";
import type { Decider } from "@ornament/platform/commands/decider";

/** A bulk change that runs, and the admin who started it. */
interface Turn {
  readonly bulkChangeId: string;
  readonly adminId: number;
}

/** `ended`: the bulk changes with a turn that were seen to have ended. */
export interface BulkChangeTurnCommand extends Turn {
  readonly type: "TakeTurn";
  readonly ended: readonly string[];
}

/**
 * `bulkChangeTurns-main`: an admin has one running bulk change, and all admins together a few, on all replicas. The end of
 * a bulk change is in its own stream, so a bulk change of before the first turn has none, and goes on.
 */
export const bulkChangeTurnDecider: Decider<readonly Turn[], BulkChangeTurnCommand, BulkChangeTurnEvent> = {
  initialState: () => [],
  decide({ bulkChangeId, adminId, ended }, turns) {
    const others = turns.filter((turn) => !ended.includes(turn.bulkChangeId));
    if (others.some((turn) => turn.bulkChangeId === bulkChangeId)) return [];
    if (others.some((turn) => turn.adminId === adminId)) throw running("Your other bulk change is");
    if (others.length >= limits.bulkChangesAtOnce)
      throw running(`${others.length} bulk changes of other admins are`);
    return [{ type: "BulkChangeTurnTaken", data: { bulkChangeId, adminId, others } }];
  },
  // One decides. A repeated command is found among the others.
  newest: 128,
  evolve: (_turns, { data: { others, ...taken } }) => [...others, taken],
};

const running = (what: string) =>
  new Refusal("bulk_change_running", {
    message: `${what} still running. Please start this one when one has ended.`,
  });
