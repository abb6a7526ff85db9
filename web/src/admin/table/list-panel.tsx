import type { MouseEvent, ReactNode } from "react";
import { StaleNote } from "../../app/stale-note.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { everyField, type ListAction, type ListState } from "../../ui/table/list-state.ts";
import { type SearchField, TableControls } from "../../ui/table/table-controls.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { useClampedPage } from "../../ui/table/use-list-state.ts";
import { LoadFailure, RefreshFailure } from "../page/load-failure.tsx";
import { Panel } from "../page/panel.tsx";

interface Page<Row> {
  rows: Row[];
  count: number;
}

/** What a list's query hook gives. */
export interface ListQuery<Row> {
  /** The last answer, to whatever question. */
  data?: Page<Row> | undefined;
  /** The answer to the present question. */
  currentData?: Page<Row> | undefined;
  error?: unknown;
  refetch: () => unknown;
}

export interface ListPanelProps<Row> {
  caption: string;
  /** A heading of its own, where the page's isn't the table's. */
  title?: string;
  /** The query's name, to know when its answer is behind. */
  endpoint: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  list: readonly [ListState, (action: ListAction) => void];
  query: ListQuery<Row>;
  searchFields: readonly SearchField[];
  /** Said where there is nothing at all. */
  emptyText: string;
  /** Beside the search: filters and exports. */
  controls?: ReactNode;
  /** Under the table instead of the range line and pager. */
  foot?: (count: number | undefined) => ReactNode;
  /** Before the message of a list that can't be loaded. */
  errorPrefix?: string;
  /** The table says itself how many rows there are; off where a visible line does. */
  announceCount?: boolean;
}

/** A table with its controls, pages, and what stands there while it is empty, loading or out of reach. */
export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { caption, list, query, searchFields, errorPrefix = "", announceCount = true } = props;
  const [state, dispatch] = list;
  const { data, currentData, error, refetch } = query;
  useClampedPage(state, currentData?.count, dispatch);

  return (
    <Panel width="table" {...(props.title ? { title: props.title } : {})}>
      <TableControls state={state} dispatch={dispatch} searchFields={searchFields}>
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
            empty={<Nothing state={state} dispatch={dispatch} text={props.emptyText} />}
          />
          {props.foot?.(data?.count) ?? <TableFoot state={state} dispatch={dispatch} count={data?.count} />}
        </>
      )}
    </Panel>
  );
}

function Nothing(props: { state: ListState; dispatch: (action: ListAction) => void; text: string }) {
  const { state, dispatch, text } = props;
  const narrowed = state.query.trim() !== "" || state.startDate !== "" || state.endDate !== "";
  if (!narrowed) return <EmptyState>{text}</EmptyState>;
  const clear = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes with this message; the table that it stands in stays.
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
