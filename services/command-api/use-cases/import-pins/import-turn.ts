import { waitInWords } from "@ornament/contracts/domain/wait";
import { Refusal } from "@ornament/contracts/errors";
import type { PinImportEvent } from "@ornament/contracts/events/pin-import";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { abandonedAfterMilliseconds } from "./left-over-imports.ts";

export interface TurnNeeds {
  readonly pinImportTurn: Pick<Aggregates["pinImportTurn"], "handle" | "load">;
  readonly pinImports: Pick<Aggregates["pinImports"], "handle" | "load">;
  readonly adminDirectory: Pick<Aggregates["adminDirectory"], "load">;
  readonly clock: () => Date;
}

const mostAttempts = 5;

/**
 * Takes the turn to import, which lasts until the import ends. While another import runs it throws
 * `import_running`, which says whose it is, since when, and how far. An import that appends nothing for 10
 * seconds was cut off: it is marked as interrupted and holds up nobody.
 */
export async function takeTurn(needs: TurnNeeds, importId: string, context: CommandContext): Promise<void> {
  const { pinImportTurn } = needs;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const loaded = await pinImportTurn.load("main");
    const after = loaded.state.importId;
    if (after === importId) return;
    const taken = loaded.events.at(-1);
    if (after !== null && taken) await requireEnded(needs, after, taken.createdAt, context);
    try {
      const command = { type: "TakeTurn", importId, after } as const;
      await pinImportTurn.handle("main", command, stepOf(context, `turn ${importId} after ${after}`), loaded);
      return;
    } catch (error) {
      // Another import took the turn in the meantime.
      if (!(error instanceof Refusal && error.code === "conflict")) throw error;
    }
  }
  throw new Refusal("conflict");
}

/** @param takenAt the time of its turn, which it takes before it starts */
async function requireEnded(
  needs: TurnNeeds,
  importId: string,
  takenAt: Date,
  context: CommandContext,
): Promise<void> {
  const { pinImports, clock } = needs;
  const { state, events } = await pinImports.load(importId);
  if (state.status === "completed" || state.status === "interrupted") return;
  const silentSince = (events.at(-1)?.createdAt ?? takenAt).getTime();
  if (clock().getTime() - silentSince < abandonedAfterMilliseconds) {
    const since = waitInWords((clock().getTime() - takenAt.getTime()) / 1000);
    const [started] = events;
    const by = await nameOf(needs, started);
    const [fileName, rows] = state.status === "none" ? ["a file", 0] : [state.fileName, state.counts.rows];
    const details = { by, fileName, since, rows: rows.toLocaleString("en-US") };
    throw new Refusal("import_running", { details });
  }
  if (state.status !== "running") return;
  const command = { type: "Interrupt", counts: undefined, reason: "the server stopped" } as const;
  await pinImports.handle(importId, command, stepOf(context, `interrupt ${importId}`));
}

async function nameOf(
  { adminDirectory }: Pick<TurnNeeds, "adminDirectory">,
  started: StoredEvent<PinImportEvent> | undefined,
): Promise<string> {
  const actor = started?.metadata.actor;
  if (actor?.kind !== "admin") return "Another admin";
  const { admins } = (await adminDirectory.load("main")).state;
  return admins.get(actor.id)?.email ?? "A deleted admin";
}
