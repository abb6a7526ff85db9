import { actionLogTable } from "@ornament/contracts/action-log/columns";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/action-log/document";
import type { IndexDefinition } from "@ornament/contracts/projections/read-model";
import type { Collection, Filter } from "mongodb";
import { accountsFoundBy } from "../emails.ts";
import type { ReadView } from "../read-side/view.ts";
import { documentsById, idsInOrder, rowsById, type Wanted } from "../table/all-rows.ts";
import { allOf } from "../table/conditions.ts";
import { type Page, readPage, sortOf, windowOf } from "../table/paging.ts";
import { type LogQuery, logFilter } from "./log-filter.ts";
import { logSearch, searched, type TimeRange } from "./log-search.ts";

export class LogEntries {
  readonly #log: Collection<ActionLogDocument>;
  readonly #wanted: Wanted<ActionLogDocument>;

  /** Searches the whole log, or the entries about one consumer, within the filters and dates of the query. */
  static async find(view: ReadView, query: LogQuery, consumerId: number | undefined): Promise<LogEntries> {
    const log = view.collection<ActionLogDocument>(actionLogReadModel);
    const part = await logFilter(view, query, consumerId);
    const order = { sort: sortOf(actionLogTable, query), hint: steadyIndexFor(query, part) };
    if (query.query.trim() === "") return new LogEntries(log, { ...order, filter: part });
    const [span, accounts] = await Promise.all([spanOf(log, part), accountsFoundBy(view, query.query)]);
    const { filter, matches } = logSearch(query, span, accounts);
    const check = matches && { fields: searched, matches };
    return new LogEntries(log, { ...order, filter: allOf([part, filter]), check });
  }

  private constructor(log: Collection<ActionLogDocument>, wanted: Wanted<ActionLogDocument>) {
    this.#log = log;
    this.#wanted = wanted;
  }

  ids(): AsyncGenerator<string[]> {
    return idsInOrder(this.#log, this.#wanted);
  }

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

/** An erasure of personal data changes these fields of an entry, and the indexes that begin with them. */
const erasable: ReadonlySet<string> = new Set(["valueSort", "person"]);

/** The index that finds entries. For the order of the texts it is the first steady one that the filter uses. */
function steadyIndexFor({ fieldName }: LogQuery, filter: Filter<ActionLogDocument>): Wanted<never>["hint"] {
  if (fieldName !== "newValue") return undefined;
  const indexes: readonly IndexDefinition[] = actionLogReadModel.collections.main.indexes;
  const steady = indexes.find(({ key }) => {
    const [first = ""] = Object.keys(key);
    return first in filter && !erasable.has(first);
  });
  return steady?.key ?? { _id: 1 };
}

async function spanOf(
  log: Collection<ActionLogDocument>,
  part: Filter<ActionLogDocument>,
): Promise<TimeRange | undefined> {
  const first = (direction: 1 | -1) =>
    log.findOne(part, { sort: { createdAt: direction, commit: direction }, projection: { createdAt: 1 } });
  const [oldest, newest] = await Promise.all([first(1), first(-1)]);
  return oldest && newest ? { from: oldest.createdAt, to: newest.createdAt } : undefined;
}
