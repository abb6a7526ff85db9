import { projectionNames } from "@ornament/contracts/events/projections";
import {
  type DeadLetter,
  deadLettersCollection,
  deadLetterText,
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Db } from "mongodb";
import { isLeaseHeld } from "../runtime/lease.ts";

const lettersShown = 20;

/**
 * A table of the projections: generation, state, position and how far behind the log's head (`lag`, in log positions);
 * below it what they had to leave out.
 */
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
    ...(await leftOut(db, [...live.values()])),
  ].join("\n");
}

/** The dead letters of the live generations, the oldest first. */
async function leftOut(db: Db, live: readonly ProjectionGeneration[]): Promise<string[]> {
  const collection = db.collection<DeadLetter>(deadLettersCollection);
  const filter = { generation: { $in: live.map(({ _id }) => _id) } };
  const letters = await collection.find(filter).sort({ commit: 1 }).limit(lettersShown).toArray();
  const more = Number(await collection.countDocuments(filter)) - letters.length;
  return [
    ...letters.map((letter) => `${letter.generation}: ${deadLetterText(letter)}`),
    ...(more > 0 ? [`… and ${more} more`] : []),
  ];
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
