import type { actionLogRoutes, LogEntryRow } from "@ornament/contracts/api/action-log";
import { formatFileDate } from "@ornament/contracts/domain/dates";
import { Refusal } from "@ornament/contracts/errors";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { adminsReadModel } from "@ornament/contracts/read-models/admins";
import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { present } from "@ornament/contracts/read-models/read-model";
import { type HandlersFor, type RouteRequest, streamed } from "@ornament/platform/http/route-request";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { notUpToDateLine, sendCsv } from "../table/csv.ts";
import { dateTimesIn } from "../table/date-times.ts";
import { jsonArray, sendJson } from "../table/send-stream.ts";
import { LogEntries } from "./log-entries.ts";
import { logEvents } from "./log-events.ts";
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
      const since = view.notUpToDateSince([actionLogReadModel, adminsReadModel, consumersReadModel]);
      const report = reportOf(plainRowsOf(view, entries), query);
      const foot = notUpToDateLine(since, dateTimesIn(query.timeZone));
      const [name, checkpoint] = await Promise.all([fileName(view, query, clock()), view.checkpoint()]);
      await sendCsv(res, { name, rows: report, foot, checkpoint });
      return streamed;
    }),
    listLogEvents: reading(readSide, ({ query }, view, reached) => logEvents(view, query, reached)),
  };
}

/** A page of the list. Without a page number the whole list is answered. */
async function answer(view: ReadView, { query, res }: ListRequest, consumerId: number | undefined) {
  const entries = await LogEntries.find(view, query, consumerId);
  const { page, limit } = query;
  if (page === undefined) {
    await sendJson(res, jsonArray(rowsOf(view, entries)));
    return streamed;
  }
  const { rows, count } = await entries.page({ page, limit });
  const toRows = await rowMaker(view);
  const found = { rows: await toRows(rows), count, page, limit };
  if (consumerId !== undefined) return found;
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  return { ...found, forged: Number(await log.countDocuments({ group: "other" })) };
}

async function* rowsOf(view: ReadView, entries: LogEntries): AsyncGenerator<LogEntryRow> {
  const toRows = await rowMaker(view);
  for await (const chunk of entries.all()) yield* await toRows(chunk);
}

async function* plainRowsOf(view: ReadView, entries: LogEntries): AsyncGenerator<PlainRow> {
  const toRows = await plainRowMaker(view);
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
