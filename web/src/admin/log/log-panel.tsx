import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { adminAccountAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { actionLogTable } from "@ornament/contracts/tables/action-log";
import { useMemo, useRef } from "react";
import type { List } from "../../ui/table/list-state.ts";
import { dateRangeRefusal } from "../dates/date-entry.ts";
import { DateFilter } from "../dates/date-filter.tsx";
import { countLine } from "../log-entries/log-params.ts";
import { useMay } from "../page/may.ts";
import type { LoadPage } from "../print/load-all-rows.ts";
import type { PrintedEndpoint } from "../print/record-print.ts";
import { ExportButton } from "../table/export-button.tsx";
import { ListPanel, type ListQuery } from "../table/list-panel.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { conditionTexts } from "./condition-texts.ts";
import { logColumns } from "./log-columns.tsx";
import { LogFilters } from "./log-filters.tsx";
import { useExtraColumns } from "./shown-columns.ts";

export interface LogPanelProps {
  /** A heading, if the page's heading is not the log's. */
  title?: string;
  caption: string;
  endpoint: PrintedEndpoint;
  list: List<typeof actionLogTable>;
  query: ListQuery<LogEntryRow>;
  exporting: { busy: boolean; error: unknown; start: () => void };
  loadPage: LoadPage<LogEntryRow>;
  /** The consumer whose log it is: it has no filters and no further columns. */
  consumerId?: number;
}

const datesOf = "Date";

/** The table of a log with its dates, count line and export: of the whole log or of one consumer's. */
export function LogPanel({ exporting, list, consumerId, ...rest }: LogPanelProps) {
  const [state, dispatch] = list;
  const opensAdmins = useMay(adminAccountAddresses.updateAdmin);
  const whole = consumerId === undefined;
  const { shown, toggle } = useExtraColumns();
  const change = useRef(dispatch);
  change.current = dispatch;
  const columns = useMemo(() => {
    const onActor = (actor: string) => change.current({ type: "conditions", set: { actor } });
    return logColumns({ opensAdmins, consumerId, onActor: whole ? onActor : undefined }, whole ? shown : []);
  }, [opensAdmins, consumerId, whole, shown]);
  return (
    <ListPanel
      {...rest}
      list={list}
      ofConsumer={consumerId}
      columns={columns}
      rowKey={({ id }) => id}
      searchLabels={{}}
      errorPrefix="Error: "
      announceCount={false}
      datesOf={datesOf}
      conditionTexts={conditionTexts(state.conditions, rest.query.currentData?.rows)}
      emptyText="There are no entries yet."
      controls={
        <>
          <DateFilter dates={state} dispatch={dispatch} of={datesOf} />
          {whole && <ColumnsMenu shown={shown} onToggle={toggle} />}
        </>
      }
      more={
        <ExportButton
          busy={exporting.busy}
          error={exporting.error}
          refusal={dateRangeRefusal(state)}
          onExport={exporting.start}
        />
      }
      filters={whole && <LogFilters list={list} />}
      countLine={(count) => (
        <p className="o-range-line mb-0 text-body-secondary o-numbers" role="status">
          {count === undefined ? "" : countLine(count)}
        </p>
      )}
    />
  );
}
