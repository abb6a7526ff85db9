import { waitInWords } from "@ornament/contracts/domain/wait";
import { Refusal } from "@ornament/contracts/errors";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import type { Parts } from "../../compose-parts.ts";

/**
 * Takes the turn to import, which lasts until the import ends. While another import runs it throws
 * `import_running`, which says whose it is, since when, and how far.
 */
export async function takeTurn(parts: Parts, importId: string, context: CommandContext): Promise<void> {
  const { pinImportTurn, jobs } = parts;
  const loaded = await pinImportTurn.load("main");
  const after = loaded.state.importId;
  if (after === importId) return;
  const taken = loaded.events.at(-1);
  if (after !== null && taken && (await jobs.isRunning("pinImport", after, taken.createdAt)))
    throw await running(parts, after, taken.createdAt);
  try {
    const command = { type: "TakeTurn", importId, after } as const;
    await pinImportTurn.handle("main", command, stepOf(context, `turn ${importId} after ${after}`), loaded);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "conflict")) throw error;
    // Another import took the turn in the meantime.
    return takeTurn(parts, importId, context);
  }
}

/** @param takenAt the time of its turn, which it takes before it starts */
async function running(
  { pinImports, adminDirectory, clock }: Parts,
  importId: string,
  takenAt: Date,
): Promise<Refusal> {
  const { state, events } = await pinImports.load(importId);
  const since = waitInWords((clock().getTime() - takenAt.getTime()) / 1000);
  const actor = events[0]?.metadata.actor;
  const { admins } = (await adminDirectory.load("main")).state;
  const by = actor?.kind === "admin" ? (admins.get(actor.id)?.email ?? "A deleted admin") : "Another admin";
  const [fileName, rows] = state.status === "none" ? ["a file", 0] : [state.fileName, state.counts.rows];
  return new Refusal("import_running", {
    details: { by, fileName, since, rows: rows.toLocaleString("en-US") },
  });
}
