import { actionLogTable } from "@ornament/contracts/tables/action-log";
import { browserTimeZone } from "../dates/time-zone.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { withoutPages } from "../table/list-query.ts";
import { useListState } from "../table/use-list-state.ts";
import { useExportActionLogMutation, useListActionLogQuery } from "./log-api.ts";
import { LogPanel } from "./log-panel.tsx";
import { logParams } from "./log-params.ts";

export function LogPage() {
  const list = useListState("log", actionLogTable);
  const params = logParams(list[0], browserTimeZone);
  const query = useListActionLogQuery(params);
  const [exportLog, { isLoading, error }] = useExportActionLogMutation();
  return (
    <AdminPage title="System action log">
      <LogPanel
        caption="System action log"
        endpoint="listActionLog"
        list={list}
        query={query}
        exporting={{ busy: isLoading, error, start: () => void exportLog({ params: withoutPages(params) }) }}
        emptyText="Nothing has happened yet."
      />
    </AdminPage>
  );
}
