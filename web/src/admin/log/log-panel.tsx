import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import type { Column } from "../../ui/table/data-table.tsx";
import type { ListAction, ListState } from "../../ui/table/list-state.ts";
import { Pager } from "../../ui/table/pager.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { ExportButton } from "../table/export-button.tsx";
import { ListPanel, type ListQuery } from "../table/list-panel.tsx";
import { countLine } from "./log-params.ts";

const columns: readonly Column<LogEntryRow>[] = [
  {
    key: "role",
    header: "Role",
    sortField: "role",
    cell: ({ role, admin }) => <span title={admin?.email ?? undefined}>{role}</span>,
  },
  { key: "action", header: "Action", sortField: "action", cell: ({ actionType }) => actionType.name },
  { key: "value", header: "New value", sortField: "newValue", wrap: true, cell: ({ value }) => value },
  {
    key: "date",
    header: "Date",
    sortField: "date",
    cell: ({ createdAt }) => <DateTime instant={createdAt} />,
  },
];

export interface LogPanelProps {
  /** A heading of its own, where the page's isn't the log's. */
  title?: string;
  caption: string;
  endpoint: string;
  list: readonly [ListState, (action: ListAction) => void];
  query: ListQuery<LogEntryRow>;
  exporting: { busy: boolean; error: unknown; start: () => void };
  emptyText: string;
}

/** The log's table with its count line and export; the whole log's and a consumer's. */
export function LogPanel({ exporting, list, ...rest }: LogPanelProps) {
  const [state, dispatch] = list;
  return (
    <ListPanel
      {...rest}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      searchFields={[]}
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
