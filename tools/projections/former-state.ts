import { type FilledTables, jobLimits, type Until } from "@ornament/contracts/projections/jobs";
import type { ProjectionName } from "@ornament/contracts/projections/names";
import { collectionOf, present } from "@ornament/contracts/projections/read-model";
import { readModels } from "@ornament/contracts/read-models";
import { csvText } from "@ornament/platform/csv/csv-text";
import { onceReachable } from "@ornament/projector/runtime/catch-up";
import { digestOfGeneration } from "@ornament/projector/runtime/verify/compare-documents";
import type { Collection, Db, Document, Filter } from "mongodb";
import { type Following, withJob } from "./follow-job.ts";
import type { Output } from "./output.ts";
import { columnsOf, rowOf, type TableName, titleOf } from "./tables.ts";

type Stored = Document & { _id: string | number };

/** Writes the rows of a table as it stood, by id. Throws `FormerStateGone` if they may be incomplete. */
export async function writeAsOf(
  db: Db,
  { until, table, format }: { until: Until; table: TableName; format: RowFormatName },
  output: Output,
  following: Following,
): Promise<string> {
  const { head, text } = rowFormat(format, columnsOf(table));
  const work = { kind: "pastTables" as const, until, names: [table] };
  return withJob(db, work, following, async (tables) => {
    const [generation = ""] = tables.generations ?? [];
    const documents = db.collection<Stored>(collectionOf(generation));
    let rows = 0;
    await output.write(await head());
    for await (const chunk of inChunks(documents)) {
      rows += chunk.length;
      await output.write(await text(chunk.map((document) => rowOf(table, document))));
    }
    await output.finish();
    return `As it stood ${standText(tables)}. Rows of ${titleOf(table)}: ${rows}.`;
  });
}

/** Fills read models up to an end, next to the live ones. Returns a line for each with its digest. */
export async function rebuildUntil(
  db: Db,
  names: ProjectionName[],
  until: Until,
  following: Following,
): Promise<string[]> {
  return withJob(db, { kind: "pastTables", until, names }, following, async (tables) => {
    const lines: string[] = [];
    for (const [index, name] of tables.names.entries()) {
      const generation = tables.generations?.[index] ?? "";
      const { documents, sha256 } = await onceReachable(() =>
        digestOfGeneration(db, readModels[name], generation),
      );
      lines.push(`${name}: ${documents} documents, sha256 ${sha256}, ${standText(tables)}, as ${generation}`);
    }
    lines.push(
      `Kept for ${jobLimits.pastTables.unusedMilliseconds / 60_000} minutes. The live read models stay.`,
    );
    return lines;
  });
}

const standText = ({ last }: Pick<FilledTables, "last">): string =>
  last
    ? `after event ${last.eventId} at ${last.commit} of ${last.createdAt.toISOString()}`
    : "before the first event";

const chunkSize = 1_000;

/** The documents by their ids, in chunks. An outage of the document store only delays them. */
async function* inChunks(documents: Collection<Stored>): AsyncGenerator<Stored[]> {
  for (let after: Filter<Stored> = {}; ; ) {
    const wanted = { ...present, ...after };
    const chunk = await onceReachable(() =>
      documents.find(wanted).sort({ _id: 1 }).limit(chunkSize).toArray(),
    );
    const last = chunk.at(-1);
    if (!last) return;
    yield chunk;
    after = { _id: { $gt: last._id } };
  }
}

export const rowFormatNames = ["ndjson", "csv"] as const;
export type RowFormatName = (typeof rowFormatNames)[number];

/** A row by the names of its columns. A value of `null` is an empty cell in CSV. */
type Row = Readonly<Record<string, string | number | null>>;

/** Writes rows as text; `head` comes before the first one. @param columns the titles of the columns by their names */
export function rowFormat(format: RowFormatName, columns: Readonly<Record<string, string>>) {
  const names = Object.keys(columns);
  const named = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  const formats = {
    ndjson: {
      head: async () => "",
      text: async (rows: readonly Row[]) => rows.map((row) => `${JSON.stringify(named(row))}\n`).join(""),
    },
    csv: {
      head: () => csvText([Object.values(columns)], true),
      text: (rows: readonly Row[]) =>
        csvText(rows.map((row) => names.map((name) => String(row[name] ?? "")))),
    },
  };
  return formats[format];
}
