import type { changesRoutes } from "@ornament/contracts/api/changes";
import { actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { adminsReadModel } from "@ornament/contracts/read-models/admins";
import type { ComparedTableName } from "@ornament/contracts/read-models/compared-tables";
import { consumersReadModel } from "@ornament/contracts/read-models/consumers";
import type { JobOf } from "@ornament/contracts/read-models/jobs";
import { type HandlersFor, streamed } from "@ornament/platform/http/route-request";
import type { Db } from "mongodb";
import { plainRowMaker, rowMaker } from "../action-log/log-rows.ts";
import { askerOf } from "../read-side/past-tables.ts";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { notUpToDateLine, sendCsv } from "../table/csv.ts";
import { dateTimesIn } from "../table/date-times.ts";
import { withEntries } from "./changed-rows.ts";
import { changesReport, changesReportName } from "./changes-report.ts";
import { type Between, Comparisons } from "./comparisons.ts";

/** The changes of tables between two instants. See docs/decisions/0056-tables-at-an-instant.md */
export function changesHandlers(
  readSide: ReadSide,
  database: Db,
  clock: () => Date,
): HandlersFor<typeof changesRoutes> {
  const comparisons = new Comparisons(database, clock);
  return {
    listChanges: reading(readSide, async ({ params: { table }, query, caller }, view) => {
      const between = betweenOf(table, query);
      const comparison = await comparisons.ready(between, askerOf(caller));
      const [rows, toRows] = await Promise.all([comparisons.page(comparison, query), rowMaker(view)]);
      return {
        rows: await withEntries(view, table, rows, toRows),
        count: comparison.rows ?? 0,
        page: query.page,
        limit: query.limit,
        from: between.from.toISOString(),
        to: between.to.toISOString(),
      };
    }),
    exportChanges: reading(readSide, async ({ params: { table }, query, caller, res }, view) => {
      const between = betweenOf(table, query);
      const comparison = await comparisons.ready(between, askerOf(caller));
      const shownDate = dateTimesIn(query.timeZone);
      const since = view.notUpToDateSince([actionLogReadModel, adminsReadModel, consumersReadModel]);
      const rows = rowsOf(view, table, comparisons, comparison);
      await sendCsv(res, {
        name: changesReportName(between, shownDate),
        rows: changesReport(rows, shownDate),
        foot: notUpToDateLine(since, shownDate),
        checkpoint: await view.checkpoint(),
      });
      return streamed;
    }),
  };
}

const betweenOf = (table: ComparedTableName, { from, to }: { from: string; to: string }): Between => ({
  table,
  from: new Date(from),
  to: new Date(to),
});

async function* rowsOf(
  view: ReadView,
  table: ComparedTableName,
  comparisons: Comparisons,
  comparison: JobOf<"comparison">,
) {
  const toRows = await plainRowMaker(view);
  for await (const rows of comparisons.all(comparison)) yield await withEntries(view, table, rows, toRows);
}
