import { isComparedTable } from "@ornament/contracts/read-models/compared-tables";
import type { ComparedRows, JobOf } from "@ornament/contracts/read-models/jobs";
import { generationRegistry } from "../generations/registry.ts";
import { batchesUntil, isWithin } from "../log-batches.ts";
import { ChangedRows } from "./changed-rows.ts";
import type { JobContext } from "./job-context.ts";
import { addPast, fractionOf, wantedOf } from "./past-tables.ts";
import { foldInto, NotFillable } from "./replay.ts";

/**
 * Makes a comparison: fills the table's read model up to the first end, and goes on to the second one while it
 * keeps each value that changes with the event that changed it.
 */
export async function compareInstants(
  { table, from, to }: JobOf<"comparison">,
  { id, options, progress }: JobContext,
): Promise<ComparedRows> {
  const { db, store, now } = options;
  if (!isComparedTable(table)) throw new NotFillable(`the table ${table} has no comparison`);
  const head = await store.head();
  const writers = await addPast(options, wantedOf(options, [table]));
  const registry = generationRegistry(db, now);
  const rows = new ChangedRows(db, id, table);
  for await (const batch of batchesUntil(store, to)) {
    const first = batch.findIndex((event) => !isWithin(event, from));
    const turn = first < 0 ? batch.length : first;
    await foldInto(writers, batch.slice(0, turn), registry);
    await foldInto(writers, batch.slice(turn), registry);
    if (turn < batch.length) for (const { steps } of writers) await rows.add(steps);
    await progress(fractionOf(batch.at(-1)?.position.commit ?? 0n, head?.commit ?? 0n));
  }
  let count = 0;
  for (const { generation } of writers) count += await rows.finish(generation._id);
  return { rows: count };
}
