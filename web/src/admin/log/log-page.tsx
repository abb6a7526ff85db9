import { actionLogTable } from "@ornament/contracts/tables/action-log";
import { skipToken } from "@reduxjs/toolkit/query";
import { Link } from "react-router";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { dateRangeRefusal } from "../dates/date-entry.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { logApi, useExportActionLogMutation, useListActionLogQuery } from "../log-entries/log-api.ts";
import { logParams } from "../log-entries/log-params.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { logPathWith } from "../page/paths.ts";
import { once } from "../print/load-all-rows.ts";
import { withoutPages } from "../table/list-query.ts";
import { useListState } from "../table/use-list-state.ts";
import { LogPanel } from "./log-panel.tsx";

export function LogPage() {
  const list = useListState("log", actionLogTable);
  const [state] = list;
  const dispatch = useAppDispatch();
  const paramsOf = (of: typeof state) => logParams(of, browserTimeZone);
  const query = useListActionLogQuery(dateRangeRefusal(state) ? skipToken : paramsOf(state));
  const [exportLog, { isLoading, error }] = useExportActionLogMutation();
  const forged = query.currentData?.forged ?? 0;
  return (
    <AdminPage title="System action log">
      <Banner tone="error">
        {forged > 0 && (
          <>
            {forged === 1 ? "1 event was" : `${groupedNumber(forged)} events were`} written into the event
            store by another program, and changed nothing.{" "}
            <Link to={logPathWith({ group: "other" })}>Show {forged === 1 ? "it" : "them"} in the log</Link>
          </>
        )}
      </Banner>
      <LogPanel
        caption="System action log"
        endpoint="listActionLog"
        list={list}
        loadPage={(page, limit) =>
          dispatch(
            logApi.endpoints.listActionLog.initiate({ ...paramsOf(state), page, limit }, once),
          ).unwrap()
        }
        query={query}
        exporting={{
          busy: isLoading,
          error,
          start: () => void exportLog({ params: withoutPages(paramsOf(state)) }),
        }}
      />
    </AdminPage>
  );
}
