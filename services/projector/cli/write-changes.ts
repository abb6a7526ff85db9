import type { ActionLogDocument } from "@ornament/contracts/read-models/action-log";
import { entryFinder, sourcesOf } from "@ornament/contracts/read-models/changed-entries";
import { type ComparedTableName, comparedTables } from "@ornament/contracts/read-models/compared-tables";
import {
  type ComparisonRow,
  comparisonRowsCollection,
  rowsOfComparison,
} from "@ornament/contracts/read-models/comparisons";
import type { Until } from "@ornament/contracts/read-models/jobs";
import { isReadable, liveGenerations } from "@ornament/contracts/read-models/projection-status";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import type { Db } from "mongodb";
import { generationRegistry } from "../runtime/generations/registry.ts";
import { type Following, FormerStateGone, onceAnswered, withJob } from "./follow-job.ts";
import { inChunks } from "./in-chunks.ts";
import type { Output } from "./output.ts";
import { type Row, type RowFormatName, rowFormat } from "./row-format.ts";

const columns = [
  { name: "kind", title: "Change" },
  { name: "id", title: "Id" },
  { name: "name", title: "Name" },
  { name: "field", title: "Field" },
  { name: "title", title: "Title" },
  { name: "before", title: "Before" },
  { name: "after", title: "After" },
  { name: "event", title: "Event" },
  { name: "position", title: "Position" },
  { name: "time", title: "Date" },
  { name: "action", title: "Action" },
  { name: "actor", title: "Actor" },
  { name: "role", title: "Role" },
];

/**
 * Writes what changed in a table after `from`, up to `to`: a line for each field of each changed row. Returns
 * a line with the number of rows. Throws `FormerStateGone` if the lines may be incomplete.
 */
export async function writeChanges(
  db: Db,
  { table, from, to, format }: { table: ComparedTableName; from: Until; to: Until; format: RowFormatName },
  output: Output,
  following: Following,
): Promise<string> {
  const { head, line } = rowFormat(format, columns);
  return withJob(db, { kind: "comparison", table, from, to }, following, async ({ _id, rows }) => {
    const changed = db.collection<ComparisonRow>(comparisonRowsCollection);
    let read = 0;
    await output.write(head);
    for await (const chunk of inChunks(changed, {}, rowsOfComparison(_id)._id)) {
      read += chunk.length;
      const events = await entriesOf(db, chunk);
      await output.write(chunk.flatMap((row) => linesOf(table, row, events).map(line)).join(""));
    }
    await output.finish();
    if (read !== rows) throw new FormerStateGone();
    return `Changed rows of ${comparedTables[table].title}: ${rows}.`;
  });
}

const linesOf = (
  table: ComparedTableName,
  { kind, id, name, fields }: ComparisonRow,
  entryOf: ReturnType<typeof entryFinder<ActionLogDocument>>,
): Row[] =>
  fields.map(({ field, before, after, event, request }) => {
    const entry = entryOf({ event, request });
    return {
      kind,
      id,
      name,
      field,
      title: comparedTables[table].fields[field]?.title ?? field,
      before,
      after,
      event,
      position: entry ? String(entry.commit) : null,
      time: entry?.createdAt.toISOString() ?? null,
      action: entry?.action ?? null,
      actor: entry?.actor ?? null,
      role: entry?.role ?? null,
    };
  });

/** Finds the entries of the rows in the System action log. */
async function entriesOf(db: Db, rows: readonly ComparisonRow[]) {
  const { events, requests } = sourcesOf(rows);
  return onceAnswered(async () => {
    const live = liveGenerations(await generationRegistry(db, () => new Date()).all()).get("actionLog");
    if (!live || !isReadable(live))
      throw new Error("The System action log is being filled. Please try again.");
    const log = db.collection<ActionLogDocument>(collectionOf(live._id));
    const ofEvents = await log.find({ _id: { $in: events } }).toArray();
    const ofRequests = await log.find({ request: { $in: requests } }).toArray();
    return entryFinder([...ofEvents, ...ofRequests]);
  });
}
