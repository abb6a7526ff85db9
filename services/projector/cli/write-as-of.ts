import {
  type ComparedTableName,
  comparedTables,
  valuesOf,
} from "@ornament/contracts/read-models/compared-tables";
import type { Until } from "@ornament/contracts/read-models/jobs";
import { collectionOf, present } from "@ornament/contracts/read-models/read-model";
import type { Db, Document } from "mongodb";
import { type Following, withJob } from "./follow-job.ts";
import { inChunks } from "./in-chunks.ts";
import type { Output } from "./output.ts";
import { standText } from "./rebuild-until.ts";
import { type Column, type RowFormatName, rowFormat } from "./row-format.ts";

type Stored = Document & { _id: string | number };

/**
 * Writes the rows of a table as it stood at an instant or a position, by id. Returns a line about the last
 * event. Throws `FormerStateGone` if the rows may be incomplete.
 */
export async function writeAsOf(
  db: Db,
  { until, table, format }: { until: Until; table: ComparedTableName; format: RowFormatName },
  output: Output,
  following: Following,
): Promise<string> {
  const { head, text } = rowFormat(format, columnsOf(table));
  const { nameOf } = comparedTables[table];
  const work = { kind: "pastTables" as const, until, names: [table] };
  return withJob(db, work, following, async (tables) => {
    const [generation = ""] = tables.generations ?? [];
    const documents = db.collection<Stored>(collectionOf(generation));
    let rows = 0;
    await output.write(await head());
    for await (const chunk of inChunks(documents, present)) {
      rows += chunk.length;
      const found = chunk.map((document) => ({
        id: document._id,
        name: nameOf(document),
        ...valuesOf(table, document),
      }));
      await output.write(await text(found));
    }
    await output.finish();
    return `As it stood ${standText(tables)}. Rows of ${comparedTables[table].title}: ${rows}.`;
  });
}

function columnsOf(table: ComparedTableName): Column[] {
  const fields = Object.entries(comparedTables[table].fields);
  return [
    { name: "id", title: "Id" },
    { name: "name", title: "Name" },
    ...fields.map(([name, { title }]) => ({ name, title })),
  ];
}
