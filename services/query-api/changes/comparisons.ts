import { Refusal } from "@ornament/contracts/errors";
import type { ComparedTableName } from "@ornament/contracts/read-models/compared-tables";
import {
  type ComparisonRow,
  comparisonRowsCollection,
  rowsOfComparison,
} from "@ornament/contracts/read-models/comparisons";
import { type Job, type JobOf, jobsCollection } from "@ornament/contracts/read-models/jobs";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Collection, Db } from "mongodb";
import { fillingRefusal, readyJob } from "../read-side/past-tables.ts";
import { type Page, windowOf } from "../table/paging.ts";

/** Rows of one read. */
const chunkSize = 500;

/** The changes of a table that are asked for: after `from`, up to `to`. */
export interface Between {
  readonly table: ComparedTableName;
  readonly from: Date;
  readonly to: Date;
}

/**
 * The comparisons that the projector makes. query-api asks for them by a document and reads them when they are
 * ready. The projector removes them at any time, so each read checks that it has all rows.
 */
export class Comparisons {
  readonly #database: Db;
  readonly #rows: Collection<ComparisonRow>;
  readonly #clock: () => Date;

  constructor(database: Db, clock: () => Date) {
    this.#database = database;
    this.#rows = database.collection(comparisonRowsCollection);
    this.#clock = clock;
  }

  /**
   * Asks for a comparison, and returns it when it is ready. Throws `instant_in_future`, and as `readyJob` does.
   */
  async ready({ table, from, to }: Between, askedBy: number | null): Promise<JobOf<"comparison">> {
    const now = this.#clock();
    if (to > now) throw new Refusal("instant_in_future");
    const work = { kind: "comparison", table, from: { instant: from }, to: { instant: to } } as const;
    return readyJob(this.#database, { work, askedBy, now });
  }

  /** The rows of a page. Throws `past_tables_filling` if the comparison has been removed meanwhile. */
  async page({ _id, rows: count = 0 }: JobOf<"comparison">, page: Page): Promise<ComparisonRow[]> {
    const { skip, limit } = windowOf(page);
    const rows = await this.#rows.find(rowsOfComparison(_id), { sort: { _id: 1 }, skip, limit }).toArray();
    if (rows.length < Math.min(limit, count - skip)) throw fillingRefusal(0);
    return rows;
  }

  /**
   * All rows in their order, in chunks. Each chunk counts as a use, so that a slow reader gets all of them.
   * Throws `unavailable` if the comparison is removed before the last row.
   */
  async *all({ _id, rows: count = 0 }: JobOf<"comparison">): AsyncGenerator<ComparisonRow[]> {
    const { _id: all } = rowsOfComparison(_id);
    let read = 0;
    for (let last: string | undefined; read < count; ) {
      const rest = { _id: last === undefined ? all : { $gt: last, $lt: all.$lt } };
      const rows = await this.#rows.find(rest, { sort: { _id: 1 }, limit: chunkSize }).toArray();
      last = rows.at(-1)?._id;
      read += rows.length;
      if (last === undefined || (rows.length < chunkSize && read < count))
        throw new Refusal("unavailable", { retryAfterSeconds: 1 });
      yield rows;
      await forWriting(this.#database.collection<Job>(jobsCollection)).updateOne(
        { _id },
        { $set: { usedAt: this.#clock() } },
      );
    }
  }
}
