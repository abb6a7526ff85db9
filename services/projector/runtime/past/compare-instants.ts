import { isComparedTable } from "@ornament/contracts/read-models/compared-tables";
import type { Comparison } from "@ornament/contracts/read-models/comparisons";
import type { ProjectionRunOptions } from "../projection-run.ts";
import { problemOf } from "../verify/problem-text.ts";
import { ChangedRows } from "./changed-rows.ts";
import { addPast, dropped, fractionOf, wantedOf } from "./fill-past.ts";
import { changeState, comparisons, removeRows } from "./former-states.ts";
import { batchesUntil, foldInto, isWithin, NotFillable } from "./replay.ts";

/**
 * Makes a comparison: fills the table's read model up to the first end, and goes on to the second one while it
 * keeps each value that changes with the event that changed it. Returns `false` if it was ended meanwhile:
 * nothing of it is left. Throws `NotFillable`, and errors of the stores.
 */
export async function compareInstants(
  options: ProjectionRunOptions,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, store } = options;
  const { table, from, to } = comparison;
  if (!isComparedTable(table)) throw new NotFillable(`the table ${table} has no comparison`);
  const head = await store.head();
  const writers = await addPast(options, wantedOf(options, [table]));
  const rows = new ChangedRows(db, comparison._id, table);
  let isMade = false;
  try {
    for await (const batch of batchesUntil(store, to)) {
      const first = batch.findIndex((event) => !isWithin(event, from));
      const turn = first < 0 ? batch.length : first;
      await foldInto(writers, batch.slice(0, turn));
      await foldInto(writers, batch.slice(turn));
      if (turn < batch.length) for (const { steps } of writers) await rows.add(steps);
      const fraction = fractionOf(batch.at(-1)?.position.commit ?? 0n, head?.commit ?? 0n);
      const isWanted = await changeState(db, comparisons, comparison, { state: "filling", fraction });
      if (!isWanted || signal.aborted) return false;
    }
    // A comparison has no marks, so a value that may be wrong is not shown.
    const broken = writers.find(({ skipped }) => skipped.count > 0);
    if (broken) throw new NotFillable(problemOf(broken));
    let count = 0;
    for (const { generation } of writers) count += await rows.finish(generation._id);
    isMade = await changeState(db, comparisons, comparison, { state: "ready", fraction: 1, rows: count });
    return isMade;
  } finally {
    await dropped(options, writers);
    if (!isMade) await removeRows(db, comparison._id);
  }
}
