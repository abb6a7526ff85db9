import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { type ChangedTableName, changedTables } from "@ornament/contracts/action-log/columns";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/action-log/document";
import { adminsReadModel } from "@ornament/contracts/admins/document";
import type { ChangedThing, changesRoutes } from "@ornament/contracts/changes/api";
import { consumersReadModel } from "@ornament/contracts/consumers/document";
import { customerLabel } from "@ornament/contracts/values/roles";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Filter } from "mongodb";
import { bulkChangeName, consumerName } from "./action-log/entry-names.ts";
import { rowMaker } from "./action-log/log-rows.ts";
import { logSearch, searched } from "./action-log/log-search.ts";
import { changingTypes } from "./action-log/values-before.ts";
import { accountsFoundBy } from "./emails.ts";
import type { ReadSide } from "./read-side/read-side.ts";
import { reading } from "./read-side/reading.ts";
import type { ReadView } from "./read-side/view.ts";
import { documentsById, documentsInOrder, idsInOrder, rowsById, type Wanted } from "./table/all-rows.ts";
import { allOf } from "./table/conditions.ts";
import { dateTimesIn } from "./table/date-times.ts";
import { type Page, windowOf } from "./table/paging.ts";
import { sendReport } from "./table/send-stream.ts";

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

const betweenOf = (
  table: ChangedTableName,
  { from, to, query }: { from: string; to: string; query: string },
): Between => ({ table, from: new Date(from), to: new Date(to), query });

type ShownDate = (instant: Date) => string;

const columns = ["Thing", "Changed", "Before", "After", "Date", "Action", "Role", "By", "Position"];

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
  for await (const chunk of rowsById(log, idsInOrder(log, await changesBetween(view, between))))
    yield (await toRows(chunk)).flatMap((row) => linesOf(row, shownDate));
}

function linesOf(entry: LogEntryRow, shownDate: ShownDate): string[][] {
  const { changes, value, createdAt, actionType, role, position } = entry;
  const event = [shownDate(new Date(createdAt)), actionType.name, role, actorIn(entry), position];
  const values = changes.length > 0 ? changes : [{ what: "", from: "", to: value }];
  return values.map(({ what, from, to }) => [nameIn(entry), what, from ?? "", to, ...event]);
}

const nameIn = ({ about: { pin, consumer, admin }, subjects }: LogEntryRow): string =>
  pin?.pin ?? admin?.email ?? consumer?.email ?? subjects[0] ?? "";

function actorIn({ actor, admin, role, about }: LogEntryRow): string {
  const email = role === customerLabel ? about.consumer?.email : admin?.email;
  return email ?? (actor === "system" ? "" : actor);
}

interface Between {
  readonly table: ChangedTableName;
  readonly from: Date;
  readonly to: Date;
  /** The search term; "" for all changes. */
  readonly query: string;
}

const acts = ["PinImportCompleted", "PinImportInterrupted", "PinsDeactivated", "PinsActivated"];
const additions = ["AdminAccountCreated", "ConsumerRegistered"];
const kinds: readonly ChangedThing["kind"][] = ["act", "changed", "added"];

const mostEntries = 10;

async function changesBetween(
  view: ReadView,
  { table, from, to, query }: Between,
): Promise<Wanted<ActionLogDocument>> {
  const changes: Filter<ActionLogDocument> = {
    group: { $in: [...changedTables[table].groups] },
    type: { $in: [...changingTypes, ...acts] },
    folded: false,
    createdAt: { $gt: from, $lte: to },
  };
  // The instants are chosen already, so the term isn't looked for in dates.
  const { filter, matches } = logSearch(
    { query, timeZone: "UTC" },
    undefined,
    query.trim() === "" ? undefined : await accountsFoundBy(view, query),
  );
  return {
    filter: allOf([changes, filter]),
    sort: { createdAt: -1, commit: -1 },
    check: matches && { fields: searched, matches },
  };
}

const fields = ["type", "group", "bulkChange", ...searched] as const;
type Entry = Pick<ActionLogDocument, "_id" | (typeof fields)[number]>;

/** The thing that an entry changed, as the log's filter `subject` names it. */
function thingOf({ group, about, subject, bulkChange }: Entry): string {
  if (bulkChange !== null) return bulkChangeName(bulkChange);
  return (group === "consumers" || about === null) && subject !== null
    ? consumerName(subject)
    : (about ?? "");
}

type Found = Pick<ChangedThing, "subject" | "kind" | "more"> & { ids: string[] };

async function changedThings(
  view: ReadView,
  between: Between,
  page: Page,
): Promise<{ rows: ChangedThing[]; count: number }> {
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  const things = new Map<string, Found>();
  for await (const batch of documentsInOrder(log, await changesBetween(view, between), fields))
    for (const entry of batch) count(things, entry);
  const inOrder = kinds.flatMap((kind) => [...things.values()].filter((thing) => thing.kind === kind));
  const { skip, limit } = windowOf(page);
  const shown = inOrder.slice(skip, skip + limit);
  const found = await documentsById(
    log,
    shown.flatMap(({ ids }) => ids),
  );
  const toRows = await rowMaker(view);
  const entries = new Map((await toRows([...found.values()])).map((entry) => [entry.id, entry]));
  const rows = shown.map(({ ids, ...thing }) => ({
    ...thing,
    entries: ids.flatMap((id) => entries.get(id) ?? []),
  }));
  return { rows, count: inOrder.length };
}

function count(things: Map<string, Found>, entry: Entry): void {
  const subject = thingOf(entry);
  const thing = things.get(subject) ?? { subject, kind: "changed", more: 0, ids: [] };
  if (acts.includes(entry.type)) thing.kind = "act";
  if (additions.includes(entry.type)) thing.kind = "added";
  if (thing.ids.length < mostEntries) thing.ids.push(entry._id);
  else thing.more += 1;
  things.set(subject, thing);
}
