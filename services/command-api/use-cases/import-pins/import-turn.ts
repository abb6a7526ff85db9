import { waitInWords } from "@ornament/contracts/domain/wait";
import { Refusal } from "@ornament/contracts/errors";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { JobRuns } from "../../jobs/job-runs.ts";

export interface TurnNeeds {
  readonly pinImportTurn: Pick<Aggregates["pinImportTurn"], "handle" | "load">;
  readonly pinImports: Pick<Aggregates["pinImports"], "load">;
  readonly adminDirectory: Pick<Aggregates["adminDirectory"], "load">;
  readonly jobs: Pick<JobRuns, "isRunning">;
  readonly clock: () => Date;
}

/**
 * Takes the turn to import, which lasts until the import ends. While another import runs it throws
 * `import_running`, which says whose it is, since when, and how far.
 */
export async function takeTurn(needs: TurnNeeds, importId: string, context: CommandContext): Promise<void> {
  const { pinImportTurn, jobs } = needs;
  const loaded = await pinImportTurn.load("main");
  const after = loaded.state.importId;
  if (after === importId) return;
  const taken = loaded.events.at(-1);
  if (after !== null && taken && (await jobs.isRunning("pinImport", after, taken.createdAt)))
    throw await running(needs, after, taken.createdAt);
  try {
    const command = { type: "TakeTurn", importId, after } as const;
    await pinImportTurn.handle("main", command, stepOf(context, `turn ${importId} after ${after}`), loaded);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "conflict")) throw error;
    // Another import took the turn in the meantime.
    return takeTurn(needs, importId, context);
  }
}

/** @param takenAt the time of its turn, which it takes before it starts */
async function running(needs: TurnNeeds, importId: string, takenAt: Date): Promise<Refusal> {
  const { state, events } = await needs.pinImports.load(importId);
  const since = waitInWords((needs.clock().getTime() - takenAt.getTime()) / 1000);
  const by = await nameOf(needs, events[0]?.metadata.actor);
  const [fileName, rows] = state.status === "none" ? ["a file", 0] : [state.fileName, state.counts.rows];
  return new Refusal("import_running", {
    details: { by, fileName, since, rows: rows.toLocaleString("en-US") },
  });
}

async function nameOf(
  { adminDirectory }: Pick<TurnNeeds, "adminDirectory">,
  actor: CommandContext["actor"] | undefined,
): Promise<string> {
  if (actor?.kind !== "admin") return "Another admin";
  const { admins } = (await adminDirectory.load("main")).state;
  return admins.get(actor.id)?.email ?? "A deleted admin";
}
