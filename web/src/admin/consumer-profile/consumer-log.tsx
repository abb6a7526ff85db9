import { actionLogTable } from "@ornament/contracts/tables/action-log";
import { skipToken } from "@reduxjs/toolkit/query";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { dateRangeRefusal } from "../dates/date-entry.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { LogPanel } from "../log/log-panel.tsx";
import { logApi, useConsumerActionLogQuery, useExportActionLogMutation } from "../log-entries/log-api.ts";
import { logParams } from "../log-entries/log-params.ts";
import { once } from "../print/load-all-rows.ts";
import { withoutPages } from "../table/list-query.ts";
import { useListState } from "../table/use-list-state.ts";

/** The consumer's own actions, and the admins' actions on the consumer. */
export function ConsumerLog({ consumerId }: { consumerId: number }) {
  const list = useListState(`user-log-${consumerId}`, actionLogTable);
  const [state] = list;
  const dispatch = useAppDispatch();
  const paramsOf = (of: typeof state) => logParams(of, browserTimeZone);
  const query = useConsumerActionLogQuery(
    dateRangeRefusal(state) ? skipToken : { consumerId, params: paramsOf(state) },
  );
  const [exportLog, { isLoading, error }] = useExportActionLogMutation();
  return (
    <LogPanel
      title="Consumer actions log"
      caption="Consumer actions log"
      endpoint="consumerActionLog"
      list={list}
      loadPage={(page, limit) => {
        const params = { ...paramsOf(state), page, limit };
        return dispatch(logApi.endpoints.consumerActionLog.initiate({ consumerId, params }, once)).unwrap();
      }}
      query={query}
      exporting={{
        busy: isLoading,
        error,
        start: () => void exportLog({ params: withoutPages(paramsOf(state)), consumerId }),
      }}
      consumerId={consumerId}
    />
  );
}
