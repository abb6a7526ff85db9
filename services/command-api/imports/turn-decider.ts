import type { PinImportTurnEvent } from "@ornament/contracts/imports/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { Decider } from "@ornament/platform/commands/decider";

/** The import that took the latest turn; `null` before the first. */
export interface PinImportTurn {
  readonly importId: string | null;
}

/** `after` is the import that had the latest turn when it was seen to have ended. */
export interface PinImportTurnCommand {
  type: "TakeTurn";
  importId: string;
  after: string | null;
}

/**
 * `pinImportTurn-main`: one import runs at a time, on all replicas. Two imports that saw the same one end
 * can't both take the next turn. The end of an import is in its own stream.
 */
export const pinImportTurnDecider: Decider<PinImportTurn, PinImportTurnCommand, PinImportTurnEvent> = {
  initialState: () => ({ importId: null }),
  decide({ importId, after }, state) {
    if (state.importId === importId) return [];
    if (state.importId !== after) throw new Refusal("conflict");
    return [{ type: "PinImportTurnTaken", data: { importId } }];
  },
  // One decides. A repeated command is found among the others.
  newest: 128,
  evolve: (_state, event) => ({ importId: event.data.importId }),
};
