import type { Direction } from "@ornament/contracts/tables/table-keys";
import type { ReactNode } from "react";
import { groupedNumber } from "../grouped-number.ts";
import { SkeletonTable } from "../progress/skeleton.tsx";
import { Cell, ColumnWidths } from "./cell.tsx";
import { type Column, isWide } from "./columns.ts";
import { HeaderCell } from "./header-cell.tsx";

export interface DataTableProps<Row, Sort extends string> {
  /** The accessible name. */
  caption: string;
  /** The name of the region around the table, if another region has the table's name. */
  regionName?: string | undefined;
  columns: readonly Column<Row, Sort>[];
  /** Undefined until the first answer; until then skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** The number of matching rows on all pages. A change is announced. */
  count: number | undefined;
  sort: { fieldName: Sort; direction: Direction };
  /** Without a direction: the next one for this column. */
  onSort: (fieldName: Sort, direction?: Direction) => void;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** The rows of a changed query are being loaded. The old rows stay, dimmed. */
  refreshing?: boolean | undefined;
  skeletonRows?: number | undefined;
}

/**
 * A table whose header stays in view while the page scrolls. In a narrow window each row is a card: its name and
 * state, then the other values. The parts have explicit roles, because another layout takes the
 * implicit roles away.
 */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, rows, rowKey, count, empty, refreshing = false } = props;
  return (
    <>
      <p className="visually-hidden" role="status">
        {count === undefined ? "" : announced(count)}
      </p>
      {/* Takes the focus when the focused part of the table disappears. It is not a Tab stop. */}
      <section
        className={isWide(columns) ? "o-table-frame o-table-frame-wide" : "o-table-frame"}
        aria-label={props.regionName ?? caption}
        tabIndex={-1}
      >
        {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
        <table className="o-table" role="table" aria-busy={rows === undefined || refreshing}>
          <caption className="visually-hidden">{caption}</caption>
          <ColumnWidths columns={columns} />
          {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
          <thead role="rowgroup">
            {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
            <tr role="row">
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
          <tbody role="rowgroup">
            {rows?.map((row) => (
              // biome-ignore lint/a11y/noRedundantRoles: see above.
              <tr key={rowKey(row)} role="row">
                {columns.map((column) => (
                  <Cell key={column.key} column={column}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            ))}
            {rows === undefined && <SkeletonTable rows={props.skeletonRows ?? 10} columns={columns.length} />}
            {rows?.length === 0 && (
              // biome-ignore lint/a11y/noRedundantRoles: see above.
              <tr className="o-table-empty" role="row">
                {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
                <td colSpan={columns.length} role="cell">
                  {empty}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </>
  );
}

const announced = (count: number): string =>
  count === 0 ? "No matches found" : count === 1 ? "1 entry" : `${groupedNumber(count)} entries`;
