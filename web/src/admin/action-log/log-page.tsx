import { actionLogTable } from "@ornament/contracts/action-log/columns";
import { adminAccountPaths } from "@ornament/contracts/routes/back-office";
import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo, useRef } from "react";
import { Link } from "react-router";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { withoutPages } from "../../ui/table/list-state.ts";
import { dateRangeRefusal } from "../dates/date-entry.ts";
import { DateFilter } from "../dates/date-filter.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import {
  countLine,
  logParams,
  useConsumerActionLogQuery,
  useExportActionLogMutation,
  useListActionLogQuery,
} from "../log-entries/log-api.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { useMay } from "../page/may.ts";
import { logPathWith } from "../page/paths.ts";
import { ExportButton } from "../table/export-button.tsx";
import { ListPanel } from "../table/list-panel.tsx";
import { useListState } from "../table/use-list-state.ts";
import { ColumnsMenu, useExtraColumns } from "./extra-columns.tsx";
import { logColumns } from "./log-columns.tsx";
import { conditionTexts, LogFilters } from "./log-filters.tsx";

export const LogPage = () => (
  <AdminPage title="System action log">
    <LogPanel name="log" caption="System action log" />
  </AdminPage>
);

export interface LogPanelProps {
  /** The name of the table in session storage. */
  name: string;
  caption: string;
  /** The consumer whose log it is. It has no filters and no further columns. */
  consumerId?: number;
}

const datesOf = "Date";

/** The table of a log with its dates, count line and export: of the whole log or of one consumer's. */
export function LogPanel({ name, caption, consumerId }: LogPanelProps) {
  const list = useListState(name, actionLogTable);
  const [state, change] = list;
  const params = logParams(state, browserTimeZone);
  const refusal = dateRangeRefusal(state);
  const whole = consumerId === undefined;
  const ofAll = useListActionLogQuery(whole && !refusal ? params : skipToken);
  const ofConsumer = useConsumerActionLogQuery(whole || refusal ? skipToken : { params, consumerId });
  const query = whole ? ofAll : ofConsumer;
  const exporting = useExportActionLogMutation();
  const opensAdmins = useMay(adminAccountPaths.updateAdmin);
  const { shown, toggle } = useExtraColumns();
  const latest = useRef(change);
  latest.current = change;
  const columns = useMemo(() => {
    const onActor = (actor: string) => latest.current({ conditions: { actor } });
    return logColumns({ opensAdmins, consumerId, onActor: whole ? onActor : undefined }, whole ? shown : []);
  }, [opensAdmins, consumerId, whole, shown]);
  return (
    <>
      {whole && <Forged count={query.currentData?.forged ?? 0} />}
      <ListPanel
        caption={caption}
        {...(whole ? {} : { title: caption })}
        list={list}
        table={actionLogTable}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        searchLabels={{}}
        errorPrefix="Error: "
        announceCount={false}
        datesOf={datesOf}
        conditionTexts={conditionTexts(state.conditions, query.currentData?.rows)}
        emptyText="There are no entries yet."
        controls={
          <>
            <DateFilter dates={state} change={change} of={datesOf} />
            {whole && <ColumnsMenu shown={shown} onToggle={toggle} />}
          </>
        }
        more={
          <ExportButton
            exporting={exporting}
            of={{ params: withoutPages(params), consumerId }}
            refusal={refusal}
          />
        }
        filters={whole && <LogFilters list={list} />}
        countLine={(count) => (
          <p className="o-range-line mb-0 text-body-secondary o-numbers" role="status">
            {count === undefined ? "" : countLine(count)}
          </p>
        )}
      />
    </>
  );
}

/** Says that another program wrote into the event store. Nothing if none did. */
const Forged = ({ count }: { count: number }) => (
  <Banner tone="error">
    {count > 0 && (
      <>
        {count === 1 ? "1 event was" : `${groupedNumber(count)} events were`} written into the event store by
        another program, and changed nothing.{" "}
        <Link to={logPathWith({ group: "other" })}>Show {count === 1 ? "it" : "them"} in the log</Link>
      </>
    )}
  </Banner>
);
