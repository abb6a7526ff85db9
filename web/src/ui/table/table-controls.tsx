import {
  type Direction,
  everyField,
  everyRow,
  type FilterKey,
  type SearchKey,
  type TableKeys,
} from "@ornament/contracts/tables/table-keys";
import { type ReactNode, useId, useState } from "react";
import Form from "react-bootstrap/Form";
import { Icon } from "../icon.tsx";
import { Button } from "../press/button.tsx";
import { type Column, isWide } from "./columns.ts";
import { countedText, FilterChip } from "./filter-chip.tsx";
import { filterCount, type List, type ListState } from "./list-state.ts";
import { SearchBox } from "./search-box.tsx";

/** The label of each search key, in the order offered. */
export type SearchLabels<T extends TableKeys> = Readonly<Record<SearchKey<T>, string>>;

/** The label of each filter, in the order offered. */
export type FilterLabels<T extends TableKeys> = Readonly<Record<FilterKey<T>, string>>;

export interface TableControlsProps<T extends TableKeys> {
  list: List<T>;
  /** The filters. Without them no choice of rows is offered. */
  filterLabels?: FilterLabels<T> | undefined;
  /** The number of rows of each filter, as far as it is known. */
  filterCounts?: Readonly<Partial<Record<FilterKey<T>, number>>> | undefined;
  /** The search keys. Without them no choice of a field is offered. */
  searchLabels: SearchLabels<T>;
  /** More filters, such as of dates. */
  children?: ReactNode;
  /** The choice of an order, for narrow windows. */
  order?: ReactNode;
  /** The search and filters in words. */
  narrowing?: ReactNode;
  /** The menu with the rare acts. */
  more?: ReactNode;
  /** Fields below the controls, which the button "Filters" opens in every window. */
  fields?: ReactNode;
}

/**
 * The controls of a table on one line: search, filters, and the menu of rare acts. In a narrow window the
 * button "Filters" opens the filters and the order.
 */
export function TableControls<T extends TableKeys>(props: TableControlsProps<T>) {
  const {
    list,
    searchLabels,
    filterLabels = {},
    filterCounts = {},
    children,
    order,
    narrowing,
    more,
    fields,
  } = props;
  const [state, change] = list;
  const [open, setOpen] = useState(false);
  const id = useId();
  const labels = Object.entries<string>(searchLabels);
  const filters = Object.entries<string>(filterLabels);
  const counts: Readonly<Record<string, number | undefined>> = filterCounts;
  const set = filterCount(state);
  return (
    <>
      <div className="o-table-controls hstack flex-wrap gap-2 mb-4">
        <search className="o-search">
          <SearchBox
            term={state.query}
            onSearch={(query, continued) => change({ query }, { replace: continued })}
          />
          {labels.length > 0 && (
            <Form.Select
              aria-label="Fields"
              value={state.field}
              onChange={({ target }) => change({ field: target.value as ListState<T>["field"] })}
            >
              <option value={everyField}>All fields</option>
              {labels.map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </Form.Select>
          )}
        </search>
        <Button
          tone="quiet"
          className={fields ? "o-filters-button" : "o-filters-button o-only-narrow"}
          aria-expanded={open}
          aria-controls={fields ? `${id} ${id}-fields` : id}
          onClick={() => setOpen(!open)}
        >
          <span>{set > 0 ? `Filters (${set})` : "Filters"}</span>
          <Icon name={open ? "close" : "open"} />
        </Button>
        <div id={id} className={`o-filters hstack flex-wrap gap-2 ${open ? "o-filters-open" : ""}`}>
          {filters.length > 0 && (
            <FilterChip<string>
              label="Filter"
              value={state.filter}
              every={{ value: everyRow, text: "All rows" }}
              options={filters.map(([value, text]) => ({ value, text: countedText(text, counts[value]) }))}
              onChange={(filter) => change({ filter: filter as ListState<T>["filter"] })}
            />
          )}
          {children}
          {order}
        </div>
        {narrowing}
        {more}
      </div>
      {fields && <div id={`${id}-fields`}>{open && fields}</div>}
    </>
  );
}

export interface SortSelectProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  sort: { fieldName: Sort; direction: Direction };
  onSort: (fieldName: Sort, direction: Direction) => void;
}

/**
 * The order of a table in a narrow window, where its rows are cards without headers to press. Nothing for a
 * table that doesn't sort.
 */
export function SortSelect<Row, Sort extends string>({ columns, sort, onSort }: SortSelectProps<Row, Sort>) {
  const id = useId();
  const orders = columns.flatMap(({ header, sort: fieldName }) =>
    fieldName === undefined
      ? []
      : [
          { fieldName, direction: "ASC" as const, label: `${header}, ascending` },
          { fieldName, direction: "DESC" as const, label: `${header}, descending` },
        ],
  );
  const now = orders.findIndex(
    ({ fieldName, direction }) => fieldName === sort.fieldName && direction === sort.direction,
  );
  if (orders.length === 0) return null;
  return (
    <div className={isWide(columns) ? "o-sort-select o-sort-select-wide" : "o-sort-select"}>
      <label htmlFor={id}>Sort by</label>
      <Form.Select
        id={id}
        value={now}
        onChange={({ target }) => {
          const order = orders[Number(target.value)];
          if (order) onSort(order.fieldName, order.direction);
        }}
      >
        {now === -1 && <option value={-1}>Default order</option>}
        {orders.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </Form.Select>
    </div>
  );
}
