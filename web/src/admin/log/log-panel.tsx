import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import type { actionLogTable } from "@ornament/contracts/tables/action-log";
import { type SortColumns, sortColumns } from "../../ui/table/columns.ts";
import type { List } from "../../ui/table/list-state.ts";
import { Pager } from "../../ui/table/pager.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { ExportButton } from "../table/export-button.tsx";
import { ListPanel, type ListQuery } from "../table/list-panel.tsx";
import { countLine } from "./log-params.ts";

const columns: SortColumns<LogEntryRow, typeof actionLogTable> = {
  role: { header: "Role", cell: ({ role, admin }) => <span title={admin?.email ?? undefined}>{role}</span> },
  action: { header: "Action", cell: ({ actionType }) => actionType.name },
  newValue: { header: "New value", wrap: true, share: 1, cell: ({ value }) => value },
  date: { header: "Date", cell: ({ createdAt }) => <DateTime instant={createdAt} /> },
};
const logColumns = sortColumns(columns);

export interface LogPanelProps {
  /** A heading, where the page's heading isn't the log's. */
  title?: string;
  caption: string;
  endpoint: string;
  list: List<typeof actionLogTable>;
  query: ListQuery<LogEntryRow>;
  exporting: { busy: boolean; error: unknown; start: () => void };
  emptyText: string;
}

/** The table of a log with its count line and export: of the whole log or of one consumer's. */
export function LogPanel({ exporting, list, ...rest }: LogPanelProps) {
  const [state, dispatch] = list;
  return (
    <ListPanel
      {...rest}
      list={list}
      columns={logColumns}
      rowKey={({ id }) => id}
      searchLabels={{}}
      errorPrefix="Error: "
      announceCount={false}
      controls={<ExportButton busy={exporting.busy} error={exporting.error} onExport={exporting.start} />}
      foot={(count) => (
        <div className="o-table-foot">
          <p className="o-range-line o-numbers" role="status">
            {count === undefined ? "" : countLine(count)}
          </p>
          {count !== undefined && (
            <Pager
              page={state.page}
              limit={state.limit}
              count={count}
              onPage={(page) => dispatch({ type: "page", page })}
            />
          )}
        </div>
      )}
    />
  );
}
