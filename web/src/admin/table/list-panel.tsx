import { everyField, type SortKey, type TableKeys } from "@ornament/contracts/tables/table-keys";
import type { MouseEvent, ReactNode } from "react";
import { StaleNote } from "../../app/stale-note.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { List } from "../../ui/table/list-state.ts";
import { type SearchLabels, TableControls } from "../../ui/table/table-controls.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { LoadFailure, RefreshFailure } from "../page/load-failure.tsx";
import { Panel } from "../page/panel.tsx";
import { useClampedPage } from "./use-list-state.ts";

interface Page<Row> {
  rows: Row[];
  count: number;
}

/** The result of a list's query hook. */
export interface ListQuery<Row> {
  /** The latest answer, also to an older query. */
  data?: Page<Row> | undefined;
  /** The answer to the current query. */
  currentData?: Page<Row> | undefined;
  error?: unknown;
  refetch: () => unknown;
}

export interface ListPanelProps<Row, T extends TableKeys> {
  caption: string;
  /** A heading, where the page's heading isn't the table's. */
  title?: string;
  /** The query's endpoint, by which `StaleNote` knows whether its answer is out of date. */
  endpoint: string;
  columns: readonly Column<Row, SortKey<T>>[];
  rowKey: (row: Row) => string | number;
  list: List<T>;
  query: ListQuery<Row>;
  searchLabels: SearchLabels<T>;
  /** Shown where the table has no rows and no search. */
  emptyText: string;
  /** Beside the search: filters and exports. */
  controls?: ReactNode;
  /** Shown under the table instead of the range line and the pager. */
  foot?: (count: number | undefined) => ReactNode;
  /** Before the message of a list that can't be loaded. */
  errorPrefix?: string;
  /** Announces the number of rows. Off where a visible line does so. */
  announceCount?: boolean;
}

/** A table with its controls and pages, also while it is empty or loading or can't be loaded. */
export function ListPanel<Row, T extends TableKeys>(props: ListPanelProps<Row, T>) {
  const { caption, list, query, searchLabels, errorPrefix = "", announceCount = true } = props;
  const [state, dispatch] = list;
  const { data, currentData, error, refetch } = query;
  useClampedPage(state, currentData?.count, dispatch);

  return (
    <Panel width="table" {...(props.title ? { title: props.title } : {})}>
      <TableControls list={list} searchLabels={searchLabels}>
        {props.controls}
      </TableControls>
      <StaleNote endpoint={props.endpoint} refetch={refetch} />
      <Banner tone="error">
        {data && error !== undefined && (
          <RefreshFailure error={error} refetch={refetch} prefix={errorPrefix} />
        )}
      </Banner>
      {!data && error !== undefined ? (
        <LoadFailure error={error} refetch={refetch} prefix={errorPrefix} />
      ) : (
        <>
          <DataTable
            caption={caption}
            columns={props.columns}
            rows={data?.rows}
            rowKey={props.rowKey}
            count={announceCount ? currentData?.count : undefined}
            sort={state}
            onSort={(fieldName) => dispatch({ type: "sort", fieldName })}
            refreshing={data !== undefined && currentData === undefined && error === undefined}
            empty={<NoRows list={list} text={props.emptyText} />}
          />
          {props.foot?.(data?.count) ?? <TableFoot state={state} dispatch={dispatch} count={data?.count} />}
        </>
      )}
    </Panel>
  );
}

function NoRows<T extends TableKeys>({ list, text }: { list: List<T>; text: string }) {
  const [state, dispatch] = list;
  const narrowed = state.query.trim() !== "" || state.startDate !== "" || state.endDate !== "";
  if (!narrowed) return <EmptyState>{text}</EmptyState>;
  const clear = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears with this message, so the table takes the focus.
    currentTarget.closest("section")?.focus();
    dispatch({ type: "search", query: "" });
    dispatch({ type: "field", field: everyField });
    dispatch({ type: "dates", startDate: "", endDate: "" });
  };
  return (
    <EmptyState
      action={
        <Button tone="quiet" onClick={clear}>
          Clear search
        </Button>
      }
    >
      Nothing here matches your search.
    </EmptyState>
  );
}
