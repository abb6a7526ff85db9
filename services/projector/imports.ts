import {
  type PinImportDocument,
  type PinImportRefusalsDocument,
  pinImportsReadModel,
} from "@ornament/contracts/imports/document";
import { type ContentOf, defineProjection, groupOf, type ProjectedEvent } from "./projection.ts";

type PinImport = ContentOf<PinImportDocument>;

type Refusals = ContentOf<PinImportRefusalsDocument>;

const pinImport = groupOf("main", "importId");

export const pinImports = defineProjection<{ main: PinImport; refusals: Refusals }>({
  readModel: pinImportsReadModel,
  keys: {
    PinImportStarted: pinImport,
    PinImportProgressed: pinImport,
    PinImportCompleted: pinImport,
    PinImportInterrupted: pinImport,
    PinImportRowsRefused: ({ data: { importId, page } }) => [
      { part: "main", id: importId },
      { part: "refusals", id: `${importId} ${page}` },
    ],
  },
  evolve: { main: evolve, refusals: refusalsOf },
});

function evolve(state: PinImport | undefined, event: ProjectedEvent): PinImport | undefined {
  const at = event.createdAt;
  if (event.type === "PinImportStarted") {
    const { fileName, batchName, bytes } = event.data;
    const { actor } = event.metadata;
    const startedBy = actor.kind === "admin" ? actor.id : null;
    const started = { startedBy, startedAt: at, updatedAt: at, refused: [], refusedRows: 0, reason: null };
    return { fileName, batchName, bytes, state: "running", ...noRows, ...started };
  }
  if (!state) return undefined;
  switch (event.type) {
    case "PinImportProgressed":
      return { ...state, ...countsOf(event.data), updatedAt: at };
    case "PinImportRowsRefused":
      return { ...state, refusedRows: state.refusedRows + event.data.refused.length, updatedAt: at };
    case "PinImportCompleted": {
      const { refused } = event.data;
      const refusedRows = Math.max(state.refusedRows, refused.length);
      return { ...state, ...countsOf(event.data), state: "completed", refused, refusedRows, updatedAt: at };
    }
    case "PinImportInterrupted": {
      const { reason } = event.data;
      return { ...state, ...countsOf(event.data), state: "interrupted", reason, updatedAt: at };
    }
    default:
      return state;
  }
}

function refusalsOf(state: Refusals | undefined, event: ProjectedEvent): Refusals | undefined {
  if (event.type !== "PinImportRowsRefused") return state;
  const { importId, page, refused } = event.data;
  return { importId, page, rows: refused };
}

type Counts = Pick<PinImport, "rows" | "added" | "duplicates" | "bad">;

const noRows: Counts = { rows: 0, added: 0, duplicates: 0, bad: 0 };
const countsOf = ({ rows, added, duplicates, bad }: Counts): Counts => ({ rows, added, duplicates, bad });
