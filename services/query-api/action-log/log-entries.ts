import type { actionLogRoutes } from "@ornament/contracts/api/action-log";
import type { QueryOf } from "@ornament/contracts/api/route";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { actionLogTable } from "@ornament/contracts/tables/action-log";
import type { Collection, Filter } from "mongodb";
import type { ReadView } from "../read-side/view.ts";
import { documentsById, idsInOrder, rowsById, type Wanted } from "../table/all-rows.ts";
import { createdWithin } from "../table/created-within.ts";
import { type Page, readPage, sortOf, windowOf } from "../table/paging.ts";
import { accountsFoundBy } from "./log-accounts.ts";
import { logSearch, searched } from "./log-search.ts";
import type { TimeRange } from "./shown-dates.ts";

export type LogQuery = Omit<QueryOf<(typeof actionLogRoutes)["listActionLog"]>, "page" | "limit">;

/** The entries of the System action log that a query finds, in its order. */
export class LogEntries {
  readonly #log: Collection<ActionLogDocument>;
  readonly #wanted: Wanted<ActionLogDocument>;

  /** Searches the whole log, or the entries about one consumer, within the dates of the query. */
  static async find(view: ReadView, query: LogQuery, consumerId: number | undefined): Promise<LogEntries> {
    const log = view.collection<ActionLogDocument>(actionLogReadModel);
    const part: Filter<ActionLogDocument> = {
      ...(consumerId === undefined ? {} : { subject: consumerId }),
      ...createdWithin(query),
    };
    const order = { sort: sortOf(actionLogTable, query), hint: steadyIndexFor(query, consumerId) };
    if (query.query.trim() === "") return new LogEntries(log, { ...order, filter: part });
    const [span, accounts] = await Promise.all([spanOf(log, part), accountsFoundBy(view, query.query)]);
    const { filter, matches } = logSearch(query, span, accounts);
    const check = matches && { fields: searched, matches };
    return new LogEntries(log, { ...order, filter: { ...part, ...filter }, check });
  }

  private constructor(log: Collection<ActionLogDocument>, wanted: Wanted<ActionLogDocument>) {
    this.#log = log;
    this.#wanted = wanted;
  }

  /** The ids of all entries, in their order and in batches. */
  ids(): AsyncGenerator<string[]> {
    return idsInOrder(this.#log, this.#wanted);
  }

  /** All entries, in chunks. */
  all(): AsyncGenerator<ActionLogDocument[]> {
    return rowsById(this.#log, this.ids());
  }

  async page(page: Page): Promise<{ rows: ActionLogDocument[]; count: number }> {
    const { filter, sort, check } = this.#wanted;
    if (!check) return readPage(this.#log, { filter, sort, page });
    const { skip, limit } = windowOf(page);
    const ids: string[] = [];
    let count = 0;
    for await (const batch of this.ids()) {
      ids.push(...batch.slice(Math.max(0, skip - count), Math.max(0, skip + limit - count)));
      count += batch.length;
    }
    const found = await documentsById(this.#log, ids);
    return { rows: ids.flatMap((id) => found.get(id) ?? []), count };
  }
}

/**
 * The index that finds entries. An erasure of personal data changes only the texts of an entry, so every
 * order except that of the texts has an index whose keys stay the same.
 */
function steadyIndexFor({ fieldName }: LogQuery, consumerId: number | undefined): Wanted<never>["hint"] {
  if (fieldName !== "newValue") return undefined;
  return consumerId === undefined ? { _id: 1 } : { subject: 1, createdAt: 1, position: 1 };
}

/** The time from the oldest entry to the newest, or `undefined` for an empty System action log. */
async function spanOf(
  log: Collection<ActionLogDocument>,
  part: Filter<ActionLogDocument>,
): Promise<TimeRange | undefined> {
  const first = (direction: 1 | -1) =>
    log.findOne(part, { sort: { createdAt: direction, position: direction }, projection: { createdAt: 1 } });
  const [oldest, newest] = await Promise.all([first(1), first(-1)]);
  return oldest && newest ? { from: oldest.createdAt, to: newest.createdAt } : undefined;
}
