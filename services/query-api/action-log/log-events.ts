import type { actionLogRoutes, LogEvent } from "@ornament/contracts/api/action-log";
import type { QueryOf, ResponseOf } from "@ornament/contracts/api/route";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import type { ReadView } from "../read-side/view.ts";
import { rowMaker } from "./log-rows.ts";

type Route = (typeof actionLogRoutes)["listLogEvents"];

/**
 * A page of entries by their positions in the event store.
 * @param reached the commit position up to which all entries are stored. Some later ones may be stored before
 * others with lower positions, so they are not answered yet.
 */
export async function logEvents(
  view: ReadView,
  { after, limit }: QueryOf<Route>,
  reached: bigint,
): Promise<ResponseOf<Route>> {
  const from = after === undefined ? -1n : BigInt(after);
  if (from >= reached) return { events: [], next: String(from), more: false };
  const found = await view
    .collection<ActionLogDocument>(actionLogReadModel)
    .find({ commit: { $gt: from, $lte: reached } })
    .sort({ commit: 1 })
    .limit(limit + 1)
    .toArray();
  const entries = found.slice(0, limit);
  const toRows = await rowMaker(view);
  const rows = await toRows(entries);
  const more = found.length > limit;
  const last = more ? entries.at(-1)?.commit : undefined;
  return {
    events: rows.flatMap((row, n): LogEvent[] => {
      const entry = entries[n];
      return entry ? [{ ...row, type: entry.type }] : [];
    }),
    next: String(last ?? reached),
    more,
  };
}
