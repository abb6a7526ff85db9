import type { changesRoutes } from "@ornament/contracts/api/changes";
import { actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { adminsReadModel } from "@ornament/contracts/read-models/admins";
import { consumersReadModel } from "@ornament/contracts/read-models/consumers";
import type { ChangedTableName } from "@ornament/contracts/tables/action-log";
import { type HandlersFor, streamed } from "@ornament/platform/http/route-request";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import { notUpToDateLine, sendCsv } from "../table/csv.ts";
import { dateTimesIn } from "../table/date-times.ts";
import { type Between, changedThings } from "./changed-things.ts";
import { changesReport, changesReportName } from "./changes-report.ts";

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
    const since = view.notUpToDateSince([actionLogReadModel, adminsReadModel, consumersReadModel]);
    await sendCsv(res, {
      name: changesReportName(between, shownDate),
      rows: changesReport(view, between, shownDate),
      foot: notUpToDateLine(since, shownDate),
      checkpoint: await view.checkpoint(),
    });
    return streamed;
  }),
});

const betweenOf = (table: ChangedTableName, { from, to }: { from: string; to: string }): Between => ({
  table,
  from: new Date(from),
  to: new Date(to),
});
