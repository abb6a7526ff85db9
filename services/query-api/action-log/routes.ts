import type { actionLogRoutes, LogEvent } from "@ornament/contracts/action-log/api";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/action-log/document";
import { adminsReadModel } from "@ornament/contracts/admins/document";
import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/consumers/document";
import { present } from "@ornament/contracts/projections/read-model";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { QueryOf, ResponseOf } from "@ornament/contracts/routes/route";
import { formatFileDate } from "@ornament/contracts/values/dates";
import { type HandlersFor, type RouteRequest, streamed } from "@ornament/platform/http/route-request";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { dateTimesIn } from "../table/date-times.ts";
import { jsonArray, sendJson, sendReport } from "../table/send-stream.ts";
import { LogEntries } from "./log-entries.ts";
import { type PlainRow, plainRowMaker, rowMaker, valueInReport } from "./log-rows.ts";

type Routes = typeof actionLogRoutes;
type ExportQuery = RouteRequest<Routes["exportActionLog"]>["query"];
type List = Routes["listActionLog"] | Routes["consumerActionLog"];
type ListRequest = Pick<RouteRequest<List>, "query" | "res">;

export function actionLogHandlers(readSide: ReadSide, clock: () => Date): HandlersFor<Routes> {
  return {
    listActionLog: reading(readSide, (request, view) => answer(view, request, undefined)),
    consumerActionLog: reading(readSide, (request, view) => answer(view, request, request.params.id)),
    exportActionLog: reading(readSide, async ({ query, res }, view) => {
      const entries = await LogEntries.find(view, query, query.userId);
      return sendReport(res, view, {
        name: await fileName(view, query, clock()),
        rows: reportOf(made(entries, await plainRowMaker(view)), query),
        models: [actionLogReadModel, adminsReadModel, consumersReadModel],
        shownDate: dateTimesIn(query.timeZone),
      });
    }),
    listLogEvents: reading(readSide, ({ query }, view, reached) => logEvents(view, query, reached)),
  };
}

async function answer(view: ReadView, { query, res }: ListRequest, consumerId: number | undefined) {
  const entries = await LogEntries.find(view, query, consumerId);
  const { page, limit } = query;
  if (page === undefined) {
    await sendJson(res, jsonArray(made(entries, await rowMaker(view))));
    return streamed;
  }
  const { rows, count } = await entries.page({ page, limit });
  const toRows = await rowMaker(view);
  const found = { rows: await toRows(rows), count, page, limit };
  if (consumerId !== undefined) return found;
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  return { ...found, forged: Number(await log.countDocuments({ group: "other" })) };
}

async function* made<T>(entries: LogEntries, toRows: (chunk: ActionLogDocument[]) => Promise<T[]>) {
  for await (const chunk of entries.all()) yield* await toRows(chunk);
}

async function* reportOf(
  rows: AsyncIterable<PlainRow>,
  { timeZone, userId }: Pick<ExportQuery, "timeZone" | "userId">,
): AsyncGenerator<string[][]> {
  const shown = dateTimesIn(timeZone);
  yield [["Role", "Action", "New value", "Date"]];
  for await (const row of rows)
    yield [[row.role, row.actionType.name, valueInReport(row, userId), shown(new Date(row.createdAt))]];
}

/** `System action log.csv`, or `Actions log report _ {email} _ MM-DD-YY.csv` for a consumer. */
async function fileName(
  view: ReadView,
  { userId, timeZone }: Pick<ExportQuery, "userId" | "timeZone">,
  now: Date,
): Promise<string> {
  if (userId === undefined) return "System action log.csv";
  const consumer = await view
    .collection<ConsumerDocument>(consumersReadModel)
    .findOne({ _id: userId, ...present });
  if (!consumer) throw new Refusal("consumer_not_found");
  return `Actions log report _ ${consumer.email ?? ""} _ ${formatFileDate(now, timeZone)}.csv`;
}

type Route = (typeof actionLogRoutes)["listLogEvents"];

/**
 * A page of entries by their positions in the event store.
 * @param reached the commit position up to which all entries are stored. Some later ones may be stored before
 * others with lower positions, so they are not answered yet.
 */
async function logEvents(
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
    events: rows.map((row, n): LogEvent => ({ ...row, type: entries[n]?.type ?? "" })),
    next: String(last ?? reached),
    more,
  };
}
