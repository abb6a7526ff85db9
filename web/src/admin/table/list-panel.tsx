import type { Direction, SortKey, TableKeys } from "@ornament/contracts/tables/table-keys";
import { type ReactNode, useState } from "react";
import { type QueryResult, StaleNote } from "../../app/stale-note.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { MessagePlace } from "../../ui/messages/message-place.tsx";
import { MoreMenu } from "../../ui/popover/popover.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, type DataTableProps } from "../../ui/table/data-table.tsx";
import { isNarrowed, type List, nextOrder } from "../../ui/table/list-state.ts";
import {
  type FilterLabels,
  type SearchLabels,
  SortSelect,
  TableControls,
  type TableControlsProps,
} from "../../ui/table/table-controls.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { dateRangeRefusal } from "../dates/date-entry.ts";
import { useInstant } from "../instant/shown-instant.tsx";
import { LoadFailure, RefreshFailure } from "../page/loaded.tsx";
import { Panel } from "../page/panel.tsx";
import { ClearAll, NarrowingLine, NothingMatches } from "./narrowing.tsx";
import { useClampedPage } from "./use-list-state.ts";

interface Page<Row> {
  rows: Row[];
  count: number;
  page: number;
  limit: number;
}

/** The result of a list's query hook. */
type ListQuery<Row> = QueryResult<Page<Row>>;

export interface ListPanelProps<Row, T extends TableKeys> {
  caption: string;
  /** A heading, if the page's heading is not the table's. */
  title?: string;
  table: T;
  columns: readonly Column<Row, SortKey<T>>[];
  rowKey: (row: Row) => string | number;
  continues?: DataTableProps<Row, SortKey<T>>["continues"];
  list: List<T>;
  query: ListQuery<Row>;
  searchLabels: SearchLabels<T>;
  filterLabels?: FilterLabels<T>;
  /** The number of rows of each filter, as far as it is known. */
  filterCounts?: TableControlsProps<T>["filterCounts"];
  /** The name of the table's dates, such as "Account created". */
  datesOf?: string;
  /** The set conditions in words. */
  conditionTexts?: Readonly<Record<string, string>>;
  /** Shown for a table without rows and without a search. */
  emptyText: string;
  /** Next to the search: more filters. */
  controls?: ReactNode;
  /** In the menu "More": exports and other rare acts. */
  more?: ReactNode;
  /** Below the controls: fields that filter the rows, when the button "Filters" has opened them. */
  filters?: ReactNode;
  /** Between the controls and the rows. */
  aboveRows?: ReactNode;
  /** Shown under the table instead of the range line. */
  countLine?: (count: number | undefined) => ReactNode;
  /** The beginning of the message of a list that can't be loaded. */
  errorPrefix?: string;
  /** Announces the number of rows. Off if a visible line does so. */
  announceCount?: boolean;
}

/** A table with its controls and pages, even while it is empty, loading or can't be loaded. */
export function ListPanel<Row, T extends TableKeys>(props: ListPanelProps<Row, T>) {
  const { caption, columns, list, query, searchLabels, errorPrefix = "", announceCount = true } = props;
  const [state, change] = list;
  const { data, currentData, error, refetch } = query;
  const at = useInstant();
  const dateRefusal = dateRangeRefusal(state);
  const failed = !data && error !== undefined;
  const refreshing = data !== undefined && currentData === undefined && error === undefined;
  const labels = {
    search: searchLabels,
    filters: props.filterLabels ?? {},
    datesOf: props.datesOf,
    conditions: props.conditionTexts,
  };
  const [messages, setMessages] = useState<HTMLElement | null>(null);
  const onSort = (fieldName: SortKey<T>, direction?: Direction) =>
    change(direction ? { fieldName, direction } : nextOrder(state, fieldName, props.table));
  // Instead of the rows stands a message with the reasons.
  const reasonsBelow = dateRefusal !== undefined || (data?.count === 0 && !failed);
  useClampedPage(state, currentData?.count, change);

  return (
    <Panel width="table" {...(props.title ? { title: props.title } : {})}>
      <MessagePlace value={messages}>
        <TableControls
          list={list}
          searchLabels={searchLabels}
          filterLabels={props.filterLabels}
          filterCounts={props.filterCounts}
          order={<SortSelect columns={columns} sort={state} onSort={onSort} />}
          narrowing={!reasonsBelow && <NarrowingLine list={list} labels={labels} />}
          fields={props.filters}
          more={props.more && <MoreMenu>{props.more}</MoreMenu>}
        >
          {props.controls}
        </TableControls>
      </MessagePlace>
      <div ref={setMessages} className="o-table-messages" />
      <StaleNote query={query} />
      {!dateRefusal && (
        <RefreshFailure query={query} prefix={errorPrefix} wayOut={<ClearAll list={list} small />} />
      )}
      {dateRefusal && (
        <div role="alert">
          <NothingMatches list={list} labels={labels} text={`No rows are shown. ${dateRefusal}`} />
        </div>
      )}
      {!dateRefusal && failed && (
        <LoadFailure error={error} refetch={refetch} prefix={errorPrefix} wayOut={<ClearAll list={list} />} />
      )}
      {!dateRefusal && !failed && (
        <>
          {props.aboveRows && <div inert={refreshing}>{props.aboveRows}</div>}
          <DataTable
            caption={caption}
            regionName={props.title && `Rows of ${caption}`}
            columns={columns}
            rows={data?.rows}
            rowKey={props.rowKey}
            continues={props.continues}
            count={announceCount ? currentData?.count : undefined}
            sort={state}
            onSort={onSort}
            refreshing={refreshing}
            empty={
              isNarrowed(state) ? (
                <NothingMatches list={list} labels={labels} text="Nothing here matches:" />
              ) : (
                <EmptyState>
                  {at === undefined ? props.emptyText : "There was nothing here at that time."}
                </EmptyState>
              )
            }
          />
          <TableFoot
            state={state}
            change={(part) => {
              change(part);
              if (messages && messages.getBoundingClientRect().top < 0) messages.scrollIntoView();
            }}
            count={data?.count}
            shown={data}
            line={props.countLine?.(data?.count)}
          />
        </>
      )}
    </Panel>
  );
}
