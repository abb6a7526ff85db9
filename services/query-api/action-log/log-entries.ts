import type { actionLogRoutes } from "@ornament/contracts/api/action-log";
import type { QueryOf } from "@ornament/contracts/api/route";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { actionLogTable } from "@ornament/contracts/tables/action-log";
import type { Collection, Filter, Sort } from "mongodb";
import type { ReadView } from "../read-side/view.ts";
import { createdWithin } from "../table/created-within.ts";
import { type Page, readPage, sortOf, windowOf } from "../table/paging.ts";
import { patientRows } from "../table/patient-rows.ts";
import { accountsFoundBy } from "./log-accounts.ts";
import { type LogSearch, logSearch, searched } from "./log-search.ts";
import type { TimeRange } from "./shown-dates.ts";

export type LogQuery = Omit<QueryOf<(typeof actionLogRoutes)["listActionLog"]>, "page" | "limit">;

const batchSize = 1_000;

/** The log entries that a query finds, in its order. */
export class LogEntries {
  readonly #log: Collection<ActionLogDocument>;
  readonly #sort: Sort;
  readonly #filter: Filter<ActionLogDocument>;
  readonly #matches: LogSearch["matches"];

  /** Searches the whole log, or the entries about one consumer, within the dates of the query. */
  static async find(view: ReadView, query: LogQuery, consumerId: number | undefined): Promise<LogEntries> {
    const log = view.collection<ActionLogDocument>(actionLogReadModel);
    const part: Filter<ActionLogDocument> = {
      ...(consumerId === undefined ? {} : { subject: consumerId }),
      ...createdWithin(query),
    };
    if (query.query.trim() === "") return new LogEntries(log, query, { filter: part, matches: undefined });
    const [span, accounts] = await Promise.all([spanOf(log, part), accountsFoundBy(view, query.query)]);
    const { filter, matches } = logSearch(query, span, accounts);
    return new LogEntries(log, query, { filter: { ...part, ...filter }, matches });
  }

  private constructor(log: Collection<ActionLogDocument>, query: LogQuery, { filter, matches }: LogSearch) {
    this.#log = log;
    this.#sort = sortOf(actionLogTable, query);
    this.#filter = filter;
    this.#matches = matches;
  }

  /** All entries, read as fast as the caller takes them. */
  async *all(): AsyncGenerator<ActionLogDocument> {
    const found = this.#log.find(this.#filter, { batchSize }).sort(this.#sort);
    for await (const entry of patientRows(found)) if (this.#matches?.(entry) ?? true) yield entry;
  }

  async page(page: Page): Promise<{ rows: ActionLogDocument[]; count: number }> {
    const matches = this.#matches;
    if (!matches) return readPage(this.#log, { filter: this.#filter, sort: this.#sort, page });
    const { skip, limit } = windowOf(page);
    const found = this.#log.find(this.#filter, {
      batchSize,
      projection: Object.fromEntries(searched.map((field) => [field, 1])),
    });
    const ids: string[] = [];
    let count = 0;
    for await (const entry of found.sort(this.#sort)) {
      if (!matches(entry)) continue;
      if (count >= skip && ids.length < limit) ids.push(entry._id);
      count += 1;
    }
    return { rows: await this.#byId(ids), count };
  }

  async #byId(ids: string[]): Promise<ActionLogDocument[]> {
    if (ids.length === 0) return [];
    const entries = await this.#log.find({ _id: { $in: ids } }).toArray();
    const byId = new Map(entries.map((entry) => [entry._id, entry]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** The time from the oldest entry to the newest, or `undefined` for an empty log. */
async function spanOf(
  log: Collection<ActionLogDocument>,
  part: Filter<ActionLogDocument>,
): Promise<TimeRange | undefined> {
  const first = (direction: 1 | -1) =>
    log.findOne(part, { sort: { createdAt: direction, position: direction }, projection: { createdAt: 1 } });
  const [oldest, newest] = await Promise.all([first(1), first(-1)]);
  return oldest && newest ? { from: oldest.createdAt, to: newest.createdAt } : undefined;
}
