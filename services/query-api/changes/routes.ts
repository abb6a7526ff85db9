import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import type { changesRoutes } from "@ornament/contracts/api/changes";
import { customerLabel } from "@ornament/contracts/domain/roles";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { adminsReadModel } from "@ornament/contracts/read-models/admins";
import { consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { type ChangedTableName, changedTables } from "@ornament/contracts/tables/changed-tables";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { rowMaker } from "../action-log/log-rows.ts";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { idsInOrder, rowsById } from "../table/all-rows.ts";
import { dateTimesIn } from "../table/date-times.ts";
import { sendReport } from "../table/send-stream.ts";
import { type Between, changedThings, changesBetween } from "./changed-things.ts";

/** The changes of tables between two instants, from the System action log. */
export const changesHandlers = (readSide: ReadSide): HandlersFor<typeof changesRoutes> => ({
  listChanges: reading(readSide, async ({ params: { table }, query }, view) => ({
    ...(await changedThings(view, betweenOf(table, query), query)),
    page: query.page,
    limit: query.limit,
  })),
  exportChanges: reading(readSide, async ({ params: { table }, query, res }, view) => {
    const between = betweenOf(table, query);
    const shownDate = dateTimesIn(query.timeZone);
    return sendReport(res, view, {
      name: changesReportName(between, shownDate),
      rows: changesReport(view, between, shownDate),
      models: [actionLogReadModel, adminsReadModel, consumersReadModel],
      shownDate,
    });
  }),
});

const betweenOf = (table: ChangedTableName, { from, to }: { from: string; to: string }): Between => ({
  table,
  from: new Date(from),
  to: new Date(to),
});

type ShownDate = (instant: Date) => string;

const columns = ["Thing", "Changed", "Before", "After", "Date", "Action", "Role", "By", "Position"];

/** `{table} changes _ MM-DD-YY hh-mm-ss a _ MM-DD-YY hh-mm-ss a.csv`, with both instants in the time zone. */
function changesReportName({ table, from, to }: Between, shownDate: (instant: Date) => string): string {
  const instants = [from, to].map((instant) => shownDate(instant).replace(/[/:]/g, "-"));
  return `${[`${changedTables[table].title} changes`, ...instants].join(" _ ")}.csv`;
}

/** A line for each changed value, in chunks. An import or a bulk change has one line. */
async function* changesReport(
  view: ReadView,
  between: Between,
  shownDate: ShownDate,
): AsyncGenerator<string[][]> {
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  const toRows = await rowMaker(view);
  yield [[...columns]];
  for await (const chunk of rowsById(log, idsInOrder(log, changesBetween(between))))
    yield (await toRows(chunk)).flatMap((row) => linesOf(row, shownDate));
}

function linesOf(entry: LogEntryRow, shownDate: ShownDate): string[][] {
  const { changes, value, createdAt, actionType, role, position } = entry;
  const event = [shownDate(new Date(createdAt)), actionType.name, role, actorIn(entry), position];
  const values = changes.length > 0 ? changes : [{ what: "", from: "", to: value }];
  return values.map(({ what, from, to }) => [nameIn(entry), what, from ?? "", to, ...event]);
}

/** The PIN or the email address of the thing, or the API's name of it. */
const nameIn = ({ about: { pin, consumer, admin }, subjects }: LogEntryRow): string =>
  pin?.pin ?? admin?.email ?? consumer?.email ?? subjects[0] ?? "";

/** The actor's present email address, or the API's name of an actor without one; "" for the system. */
function actorIn({ actor, admin, role, about }: LogEntryRow): string {
  const email = role === customerLabel ? about.consumer?.email : admin?.email;
  return email ?? (actor === "system" ? "" : actor);
}
