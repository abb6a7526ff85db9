import {
  type ComparedTableName,
  comparedTables,
  valuesOf,
} from "@ornament/contracts/read-models/compared-tables";
import {
  type ComparisonRow,
  comparisonRowId,
  comparisonRowsCollection,
  rowsOfComparison,
} from "@ornament/contracts/read-models/comparisons";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { AnyBulkWriteOperation, Db, Document } from "mongodb";
import type { Step } from "../folding/fold-batch.ts";

type Id = string | number;
type Values = Readonly<Record<string, string>>;

/** The event that set a value. */
interface Source {
  readonly event: string;
  readonly request: string | null;
}

/** A row whose values have changed so far. `by_{field}` is the source of the field's last value. */
interface RowInWork {
  readonly _id: string;
  readonly comparison: string;
  readonly id: Id;
  /** The values at the beginning; `null` for a row that did not exist. */
  readonly before: Values | null;
  readonly nameBefore: string | null;
  readonly [by: `by_${string}`]: Source;
}

const sourceOf = ({ id, metadata: { requestId } }: Step["event"]): Source => ({
  event: id,
  request: requestId ?? null,
});

const chunkSize = 500;

/**
 * Collects the rows of a comparison while the table's generation is filled beyond the first end. `table` names
 * the read model, and its part `main` has the rows.
 */
export class ChangedRows {
  readonly #db: Db;
  readonly #comparison: string;
  readonly #table: ComparedTableName;

  constructor(db: Db, comparison: string, table: ComparedTableName) {
    this.#db = db;
    this.#comparison = comparison;
    this.#table = table;
  }

  /** Adds the changes of a batch. */
  async add(steps: readonly Step[]): Promise<void> {
    const rows = new Map<Id, { before: Step["before"]; sources: Record<`by_${string}`, Source> }>();
    for (const { key, before, after, event } of steps) {
      if (key.part !== "main") continue;
      const row = rows.get(key.id) ?? { before, sources: {} };
      const [from, to] = [this.#values(key.id, before), this.#values(key.id, after)];
      for (const field of Object.keys(comparedTables[this.#table].fields))
        if (from[field] !== to[field]) row.sources[`by_${field}`] = sourceOf(event);
      if (Object.keys(row.sources).length > 0) rows.set(key.id, row);
    }
    if (rows.size === 0) return;
    await this.#write(
      [...rows].map(([id, { before, sources }]) => ({
        updateOne: {
          filter: { _id: comparisonRowId(this.#comparison, id) },
          update: { $set: sources, $setOnInsert: this.#inserted(id, before) },
          upsert: true,
        },
      })),
    );
  }

  /** Compares the rows with the filled generation. Rows that have their former values again are left out. */
  async finish(generation: string): Promise<number> {
    let count = 0;
    let after = `${this.#comparison} `;
    for (;;) {
      const rows = (await this.#collection()
        .find({ _id: { $gt: after, $lt: rowsOfComparison(this.#comparison)._id.$lt } })
        .sort({ _id: 1 })
        .limit(chunkSize)
        .toArray()) as unknown as RowInWork[];
      const last = rows.at(-1);
      if (!last) return count;
      after = last._id;
      const now = await this.#documents(
        generation,
        rows.map(({ id }) => id),
      );
      const finished = rows.map((row) => ({ row, result: this.#finished(row, now.get(row.id)) }));
      count += finished.filter(({ result }) => result !== undefined).length;
      await this.#write(
        finished.map(({ row: { _id }, result }) =>
          result
            ? { replaceOne: { filter: { _id }, replacement: result } }
            : { deleteOne: { filter: { _id } } },
        ),
      );
    }
  }

  #values = (id: Id, content: Document | undefined): Values =>
    valuesOf(this.#table, content && { _id: id, ...content });

  #inserted(id: Id, before: Step["before"]) {
    return {
      comparison: this.#comparison,
      id,
      before: before ? this.#values(id, before) : null,
      nameBefore: before ? comparedTables[this.#table].nameOf({ _id: id, ...before }) : null,
    };
  }

  #finished(row: RowInWork, document: Document | undefined): Omit<ComparisonRow, "_id"> | undefined {
    const { comparison, id, nameBefore } = row;
    const { fields: known, nameOf, initially } = comparedTables[this.#table];
    const before = row.before ?? initially?.(id);
    if (before === undefined && document === undefined) return undefined;
    const after = valuesOf(this.#table, document);
    const fields = Object.keys(known).flatMap((field) => {
      const [from, to] = [before?.[field] ?? "", after[field] ?? ""];
      const source = row[`by_${field}`];
      return from === to || !source ? [] : [{ field, before: from, after: to, ...source }];
    });
    const kind = before === undefined ? "added" : document === undefined ? "removed" : "changed";
    if (kind === "changed" && fields.length === 0) return undefined;
    return { comparison, id, kind, name: document ? nameOf(document) : (nameBefore ?? ""), fields };
  }

  async #documents(generation: string, ids: readonly Id[]): Promise<Map<Id, Document>> {
    const found = await this.#db
      .collection<{ _id: Id }>(collectionOf(generation))
      .find({ _id: { $in: [...ids] }, deleted: false } as Document)
      .toArray();
    return new Map(found.map((document) => [document._id, document]));
  }

  #collection = () => this.#db.collection<{ _id: string }>(comparisonRowsCollection);

  async #write(operations: AnyBulkWriteOperation<{ _id: string }>[]): Promise<void> {
    await forWriting(this.#collection()).bulkWrite(operations, { ordered: false });
  }
}
