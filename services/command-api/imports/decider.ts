import type { PinImportEvent, PinImportTurnEvent } from "@ornament/contracts/imports/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { Decider } from "@ornament/platform/commands/decider";
import { unreachable } from "@ornament/platform/commands/unreachable";

/** Counts of the rows read so far. Duplicates existed before or are repeated; bad rows have no PIN. */
export interface ImportCounts {
  readonly rows: number;
  readonly added: number;
  readonly duplicates: number;
  readonly bad: number;
}

export type RefusedRow = Extract<PinImportEvent, { type: "PinImportCompleted" }>["data"]["refused"][number];

export type PinImportState =
  | { readonly status: "none" }
  | {
      readonly status: "running" | "completed" | "interrupted";
      readonly importId: string;
      readonly fileName: string;
      readonly counts: ImportCounts;
      readonly refused: readonly RefusedRow[];
    };

export type PinImportCommand =
  | { type: "Start"; importId: string; fileName: string; batchName: string; bytes: number }
  | { type: "Progress"; counts: ImportCounts }
  | { type: "Complete"; counts: ImportCounts; refused: readonly RefusedRow[] }
  /** `counts`: if absent, those of the last progress are recorded. */
  | { type: "Interrupt"; counts: ImportCounts | undefined; reason: string };

const nothingYet: ImportCounts = { rows: 0, added: 0, duplicates: 0, bad: 0 };

/** `pinImport-{importId}`: one import from its start to its end. */
export const pinImportDecider: Decider<PinImportState, PinImportCommand, PinImportEvent> = {
  initialState: () => ({ status: "none" }),
  decide(command, state) {
    if (command.type === "Start") return start(command, state);
    if (command.type === "Interrupt" && state.status !== "running") return [];
    // Another replica may have marked the import as interrupted while it still ran. It can't continue under
    // this id.
    if (state.status !== "running") throw new Refusal("conflict");
    const { importId, fileName } = state;
    switch (command.type) {
      case "Progress":
        return [{ type: "PinImportProgressed", data: { importId, ...command.counts } }];
      case "Complete":
        return [
          {
            type: "PinImportCompleted",
            data: { importId, fileName, ...command.counts, refused: [...command.refused] },
          },
        ];
      case "Interrupt": {
        const counts = command.counts ?? state.counts;
        return [
          { type: "PinImportInterrupted", data: { importId, fileName, ...counts, reason: command.reason } },
        ];
      }
      default:
        return unreachable(command);
    }
  },
  evolve(state, event) {
    if (event.type === "PinImportStarted") {
      const { importId, fileName } = event.data;
      return { status: "running", importId, fileName, counts: nothingYet, refused: [] };
    }
    if (state.status === "none") return state;
    const { rows, added, duplicates, bad } = event.data;
    const counts = { rows, added, duplicates, bad };
    switch (event.type) {
      case "PinImportProgressed":
        return { ...state, counts };
      case "PinImportCompleted":
        return { ...state, status: "completed", counts, refused: event.data.refused };
      case "PinImportInterrupted":
        return { ...state, status: "interrupted", counts };
      default:
        return unreachable(event);
    }
  },
};

function start(
  { importId, fileName, batchName, bytes }: Extract<PinImportCommand, { type: "Start" }>,
  state: PinImportState,
): PinImportEvent[] {
  if (state.status !== "none") throw new Refusal("conflict");
  return [{ type: "PinImportStarted", data: { importId, fileName, batchName, bytes } }];
}

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
