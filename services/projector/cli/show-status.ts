import { projectionNames } from "@ornament/contracts/events/projections";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Db } from "mongodb";
import { isLeaseHeld } from "../runtime/lease.ts";

/** A table of the projections: generation, state, position and how far behind the log's head (`lag`, in log positions). */
export async function showStatus(db: Db, head: bigint, now: Date): Promise<string> {
  const generations = await db.collection<ProjectionGeneration>(generationsCollection).find({}).toArray();
  const live = liveGenerations(generations);
  const rows = projectionNames.map((name) => {
    const generation = live.get(name);
    if (!generation) return [name, "–", "missing", "–", "–"];
    const { _id, commit, ready } = generation;
    return [name, _id, ready ? "ready" : "catching up", String(commit), String(lag(head, commit))];
  });
  const others = generations
    .filter(({ _id, name }) => live.get(name)?._id !== _id)
    .map(({ _id, name, state, commit }) => [name, _id, state, String(commit), String(lag(head, commit))]);
  const active = (await isLeaseHeld(db, now)) ? "A projector is active." : "No projector is active.";
  return [
    table([["projection", "generation", "state", "position", "lag"], ...rows, ...others]),
    `The log ends at ${head}. ${active}`,
  ].join("\n");
}

const lag = (head: bigint, commit: bigint) => (head > commit ? head - commit : 0n);

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
