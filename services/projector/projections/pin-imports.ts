import { type PinImportDocument, pinImportsReadModel } from "@ornament/contracts/read-models/pin-imports";
import { type ContentOf, defineProjection, type ProjectedEvent } from "./projection.ts";

type PinImport = ContentOf<PinImportDocument>;

/** CSV imports of PINs with the progress of each. */
export const pinImports = defineProjection<{ main: PinImport }>({
  readModel: pinImportsReadModel,
  keys: {
    PinImportStarted: pinImport,
    PinImportProgressed: pinImport,
    PinImportCompleted: pinImport,
    PinImportInterrupted: pinImport,
  },
  evolve: { main: evolve },
});

function pinImport({ data }: { data: { importId: string } }) {
  return [{ part: "main", id: data.importId }] as const;
}

function evolve(state: PinImport | undefined, event: ProjectedEvent): PinImport | undefined {
  const at = event.createdAt;
  if (event.type === "PinImportStarted") {
    const { fileName, batchName, bytes } = event.data;
    const started = { startedAt: at, updatedAt: at, refused: [], reason: null };
    return { fileName, batchName, bytes, state: "running", ...noRows, ...started };
  }
  if (!state) return undefined;
  switch (event.type) {
    case "PinImportProgressed":
      return { ...state, ...countsOf(event.data), updatedAt: at };
    case "PinImportCompleted": {
      const { refused } = event.data;
      return { ...state, ...countsOf(event.data), state: "completed", refused, updatedAt: at };
    }
    case "PinImportInterrupted": {
      const { reason } = event.data;
      return { ...state, ...countsOf(event.data), state: "interrupted", reason, updatedAt: at };
    }
    default:
      return state;
  }
}

type Counts = Pick<PinImport, "rows" | "added" | "duplicates" | "bad">;

const noRows: Counts = { rows: 0, added: 0, duplicates: 0, bad: 0 };
const countsOf = ({ rows, added, duplicates, bad }: Counts): Counts => ({ rows, added, duplicates, bad });
