import { limits } from "@ornament/contracts/domain/limits";
import { Refusal } from "@ornament/contracts/errors";
import type { BulkChangeTurnEvent } from "@ornament/contracts/events/bulk-change";
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
    const beside = turns.filter((turn) => !ended.includes(turn.bulkChangeId));
    if (beside.some((turn) => turn.bulkChangeId === bulkChangeId)) return [];
    if (beside.some((turn) => turn.adminId === adminId)) throw new Refusal("own_bulk_change_running");
    if (beside.length >= limits.bulkChangesAtOnce) throw new Refusal("bulk_changes_running");
    return [{ type: "BulkChangeTurnTaken", data: { bulkChangeId, adminId, beside } }];
  },
  compaction: { version: 1, keep: (events) => events.slice(-1) },
  evolve: (_turns, { data: { beside, ...taken } }) => [...beside, taken],
};
