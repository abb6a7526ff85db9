import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import { SkeletonTable } from "../skeleton.tsx";
import { Tooltip } from "../tooltip.tsx";
import type { Direction } from "./list-state.ts";

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The field the column sorts by; without it the column doesn't sort. */
  sortField?: string | undefined;
  /** Shown over the header instead of its name. */
  tooltip?: string | undefined;
  align?: "end" | undefined;
  /** Long text breaks into lines; otherwise a cell stays on one. */
  wrap?: boolean | undefined;
  /** Stays in sight at the end while the others scroll under it: for what a row can be acted on with. */
  pinned?: boolean | undefined;
}

export interface DataTableProps<Row> {
  /** What the table is, for who doesn't see it. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first answer: skeleton rows stand in. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** All rows that match, announced when it changes. */
  count: number | undefined;
  sort: { fieldName: string; direction: Direction };
  onSort: (fieldName: string) => void;
  /** An EmptyState: one line and one action. */
  empty: ReactNode;
  /** An answer to a changed question is on its way; the old rows stay, dimmed. */
  refreshing?: boolean | undefined;
  skeletonRows?: number | undefined;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
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

type CellLook = Pick<Column<never>, "align" | "wrap" | "pinned">;

const cellClass = ({ align, wrap, pinned }: CellLook): string | undefined =>
  [align && `o-align-${align}`, wrap && "o-wrap", pinned && "o-pinned"].filter(Boolean).join(" ") ||
  undefined;

const announced = (count: number): string =>
  count === 0 ? "No matches found" : count === 1 ? "1 entry" : `${count} entries`;

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: Pick<DataTableProps<Row>, "sort" | "onSort"> & { column: Column<Row> }) {
  const { header, sortField, tooltip } = column;
  const className = cellClass({ ...column, wrap: false });
  const text = tooltip ?? header;
  if (sortField === undefined)
    return (
      <th scope="col" className={className}>
        <Tooltip text={text}>
          <span>{header}</span>
        </Tooltip>
      </th>
    );
  const sorted = sort.fieldName === sortField;
  const up = sort.direction === "ASC";
  return (
    <th scope="col" className={className} aria-sort={sorted ? (up ? "ascending" : "descending") : "none"}>
      <Tooltip text={text}>
        <button type="button" className="o-sort" onClick={() => onSort(sortField)}>
          {header}
          <span className={sorted ? "o-sort-mark o-sort-mark-on" : "o-sort-mark"}>
            <Icon name={sorted && !up ? "down" : "up"} />
          </span>
        </button>
      </Tooltip>
    </th>
  );
}
