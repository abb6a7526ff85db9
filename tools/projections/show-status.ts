import { projectionNames } from "@ornament/contracts/projections/names";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
  stoppedText,
} from "@ornament/contracts/read-models/projection-status";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import { lostPositions } from "@ornament/projector/runtime/generations/lost-positions";
import { placeOf } from "@ornament/projector/runtime/generations/registry";
import { isLeaseHeld } from "@ornament/projector/runtime/lease";
import { forgedEvents } from "@ornament/projector/runtime/measures";
import type { Db } from "mongodb";

/** A table of the projections with the lag in positions, and notes. @param json the same as JSON */
export async function showStatus(db: Db, log: EventStore, now: Date, json = false): Promise<string> {
  const generations = await db.collection<ProjectionGeneration>(generationsCollection).find({}).toArray();
  const live = liveGenerations(generations);
  const places = [...live.values()].map((generation) => ({ id: generation._id, ...placeOf(generation) }));
  const lost = await lostPositions(log, places, { patienceMilliseconds: 0 });
  const lostIds = new Set([...lost.keys()].map(({ id }) => id));
  // The end is read after the positions, so that no position is beyond it.
  const head = await log.head();
  const rows = projectionNames.map((name) => {
    const generation = live.get(name);
    if (!generation) return [name, "–", "missing", "–", "–"];
    const { _id, commit, ready, stopped } = generation;
    if (lostIds.has(_id)) return [name, _id, "not of this log", String(commit), "–"];
    const state = stopped ? "stopped" : ready ? "ready" : "catching up";
    return [name, _id, state, String(commit), lag(head, commit)];
  });
  const others = generations
    .filter(({ _id, name }) => live.get(name)?._id !== _id)
    .map(({ _id, name, state, commit }) =>
      // A former state doesn't follow the log, and has no checkpoint.
      state === "past" ? [name, _id, state, "–", "–"] : [name, _id, state, String(commit), lag(head, commit)],
    );
  const active = (await isLeaseHeld(db, now)) ? "A projector is active." : "No projector is active.";
  const { text: forged } = await forgedEvents(db, generations);
  const end = head ? `The log ends at ${head.commit}.` : "The log is empty.";
  const titles = ["projection", "generation", "state", "position", "lag"];
  const notes = [
    `${end} ${active}`,
    ...[...new Set(lost.values())].map(
      (why) => `Not of this log: ${why}. An active projector fills the read models again.`,
    ),
    ...[...live.values()].flatMap(({ _id, stopped }) => (stopped ? `${_id}: ${stoppedText(stopped)}` : [])),
    ...(forged ? [`${forged}.`] : []),
  ];
  if (!json) return [table([titles, ...rows, ...others]), ...notes].join("\n");
  const named = [...rows, ...others].map((row) => titles.map((title, column) => [title, row[column]]));
  return JSON.stringify({ generations: named.map((row) => Object.fromEntries(row)), notes });
}

function lag(head: Position | undefined, commit: bigint): string {
  const behind = (head?.commit ?? -1n) - commit;
  return behind < 0n ? "–" : String(behind);
}

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
