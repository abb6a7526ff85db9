import type { Direction } from "@ornament/contracts/tables/table-keys";
import type { ReactNode } from "react";
import { groupedNumber } from "../grouped-number.ts";
import { Icon } from "../icon.tsx";
import { SkeletonTable } from "../skeleton.tsx";
import { Tooltip } from "../tooltip.tsx";
import type { Column } from "./columns.ts";

export interface DataTableProps<Row, Sort extends string> {
  /** The accessible name. */
  caption: string;
  columns: readonly Column<Row, Sort>[];
  /** Undefined until the first answer; until then skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** How many rows match on all pages. A change is announced. */
  count: number | undefined;
  sort: { fieldName: Sort; direction: Direction };
  onSort: (fieldName: Sort) => void;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** The rows of a changed query are being loaded. The old rows stay, dimmed. */
  refreshing?: boolean | undefined;
  skeletonRows?: number | undefined;
}

export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, rows, rowKey, count, empty, refreshing = false } = props;
  return (
    <>
      <p className="visually-hidden" role="status">
        {count === undefined ? "" : announced(count)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reached by keyboard. */}
      <section className="o-table-scroll" aria-label={caption} tabIndex={0}>
        <table className="o-table" aria-busy={rows === undefined || refreshing}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <td key={column.key} className={cellClass(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
            {rows === undefined && <SkeletonTable rows={props.skeletonRows ?? 10} columns={columns.length} />}
            {rows?.length === 0 && (
              <tr className="o-table-empty">
                <td colSpan={columns.length}>{empty}</td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </>
  );
}

type CellStyle = Pick<Column<never>, "align" | "wrap" | "pinned">;

const cellClass = ({ align, wrap, pinned }: CellStyle): string | undefined =>
  [align && `o-align-${align}`, wrap && "o-wrap", pinned && "o-pinned"].filter(Boolean).join(" ") ||
  undefined;

const announced = (count: number): string =>
  count === 0 ? "No matches found" : count === 1 ? "1 entry" : `${groupedNumber(count)} entries`;

function HeaderCell<Row, Sort extends string>({
  column,
  sort,
  onSort,
}: Pick<DataTableProps<Row, Sort>, "sort" | "onSort"> & { column: Column<Row, Sort> }) {
  const { header, sort: sortKey, tooltip } = column;
  const className = cellClass({ ...column, wrap: false });
  const text = tooltip ?? header;
  if (sortKey === undefined)
    return (
      <th scope="col" className={className}>
        <Tooltip text={text}>
          <span>{header}</span>
        </Tooltip>
      </th>
    );
  const sorted = sort.fieldName === sortKey;
  const up = sort.direction === "ASC";
  return (
    <th scope="col" className={className} aria-sort={sorted ? (up ? "ascending" : "descending") : "none"}>
      <Tooltip text={text}>
        <button type="button" className="o-sort" onClick={() => onSort(sortKey)}>
          {header}
          <span className={sorted ? "o-sort-mark o-sort-mark-on" : "o-sort-mark"}>
            <Icon name={sorted && !up ? "down" : "up"} />
          </span>
        </button>
      </Tooltip>
    </th>
  );
}
