import type { actionLogRoutes, LogEntryRow } from "@ornament/contracts/api/action-log";
import { formatFileDate } from "@ornament/contracts/domain/dates";
import { Refusal } from "@ornament/contracts/errors";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { type AdminDocument, adminsReadModel } from "@ornament/contracts/read-models/admins";
import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { present } from "@ornament/contracts/read-models/read-model";
import { type HandlersFor, type RouteRequest, streamed } from "@ornament/platform/http/route-request";
import type { ReadSide, ReadView } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import { sendCsv } from "../table/csv.ts";
import { dateTimesIn } from "../table/date-times.ts";
import { jsonArray, sendJson } from "../table/send-stream.ts";
import { LogEntries } from "./log-entries.ts";

type Routes = typeof actionLogRoutes;
type ListRequest = Pick<RouteRequest<Routes["listActionLog"]>, "query" | "res">;

export function actionLogHandlers(readSide: ReadSide, clock: () => Date): HandlersFor<Routes> {
  return {
    listActionLog: reading(readSide, (request, view) => answerLog(view, request, undefined)),
    consumerActionLog: reading(readSide, (request, view) => answerLog(view, request, request.params.id)),
    exportActionLog: reading(readSide, async ({ query, res }, view) => {
      const entries = await LogEntries.find(logOf(view), query, query.userId);
      await sendCsv(res, await fileName(view, query, clock()), reportOf(entries, query.timeZone));
      return streamed;
    }),
  };
}

const logOf = (view: ReadView) => view.collection<ActionLogDocument>(actionLogReadModel);

/** Answers a page. Without a page number it streams the whole list. */
async function answerLog(view: ReadView, { query, res }: ListRequest, consumerId: number | undefined) {
  const entries = await LogEntries.find(logOf(view), query, consumerId);
  const emails = await adminEmails(view);
  const { page, limit } = query;
  if (page === undefined) {
    await sendJson(res, jsonArray(rowsOf(entries, emails)));
    return streamed;
  }
  const { rows, count } = await entries.page({ page, limit });
  return { rows: rows.map((entry) => toRow(entry, emails)), count, page, limit };
}

async function* rowsOf(
  entries: LogEntries,
  emails: ReadonlyMap<number, string | null>,
): AsyncGenerator<LogEntryRow> {
  for await (const entry of entries.all()) yield toRow(entry, emails);
}

async function* reportOf(entries: LogEntries, timeZone: string): AsyncGenerator<readonly string[]> {
  const shown = dateTimesIn(timeZone);
  yield ["Role", "Action", "New value", "Date"];
  for await (const { role, action, value, createdAt } of entries.all())
    yield [role, action, value, shown(createdAt)];
}

/** `System action log.csv`, or `Actions log report _ {email} _ MM-DD-YY.csv` for a consumer. */
async function fileName(
  view: ReadView,
  { userId, timeZone }: Pick<RouteRequest<Routes["exportActionLog"]>["query"], "userId" | "timeZone">,
  now: Date,
): Promise<string> {
  if (userId === undefined) return "System action log.csv";
  const consumer = await view
    .collection<ConsumerDocument>(consumersReadModel)
    .findOne({ _id: userId, ...present });
  if (!consumer) throw new Refusal("consumer_not_found");
  return `Actions log report _ ${consumer.email ?? ""} _ ${formatFileDate(now, timeZone)}.csv`;
}

async function adminEmails(view: ReadView): Promise<ReadonlyMap<number, string | null>> {
  const admins = await view
    .collection<AdminDocument>(adminsReadModel)
    .find({ ...present })
    .project<Pick<AdminDocument, "_id" | "email">>({ email: 1 })
    .toArray();
  return new Map(admins.map(({ _id, email }) => [_id, email]));
}

const toRow = (entry: ActionLogDocument, emails: ReadonlyMap<number, string | null>): LogEntryRow => ({
  id: entry._id,
  admin:
    entry.adminId === null
      ? null
      : { id: entry.adminId, email: emails.get(entry.adminId) ?? null, role: entry.adminRole ?? "" },
  role: entry.role,
  actionType: { name: entry.action },
  value: entry.value,
  createdAt: entry.createdAt.toISOString(),
});
