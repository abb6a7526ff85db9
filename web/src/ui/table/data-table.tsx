import type { Direction } from "@ornament/contracts/tables/table-keys";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { groupedNumber } from "../grouped-number.ts";
import { Icon } from "../icon.tsx";
import { SkeletonTable } from "../progress/skeleton.tsx";
import { Tooltip } from "../tooltip/tooltip.tsx";
import { type Column, isWide } from "./columns.ts";

export interface DataTableProps<Row, Sort extends string> {
  /** The accessible name. */
  caption: string;
  /** The name of the region around the table, if another region has the table's name. */
  regionName?: string | undefined;
  columns: readonly Column<Row, Sort>[];
  /** Undefined until the first answer; until then skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Whether a row is of the same group as the row before: it shows the values of the group only once. */
  continues?: ((row: Row, before: Row) => boolean) | undefined;
  /** The number of matching rows on all pages. It is announced after a change and after other rows were loaded. */
  count: number | undefined;
  sort: { fieldName: Sort; direction: Direction };
  /** Without a direction: the next one for this column. */
  onSort: (fieldName: Sort, direction?: Direction) => void;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** The rows of a changed query are being loaded. The old rows stay, dimmed, and can't be acted on. */
  refreshing?: boolean | undefined;
  skeletonRows?: number | undefined;
}

/**
 * A table whose header stays in view while the page scrolls. In a narrow window each row is a card: its name and
 * state, then the other values. The parts have explicit roles, because another layout takes the
 * implicit roles away. Sorting, searching and paging happen on the server, so TanStack Table would add 13 kB and
 * replace only the column model.
 */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, rows, rowKey, count, empty, refreshing = false } = props;
  const frame = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const refreshed = useRef(false);
  if (refreshing) refreshed.current = true;
  // A focused part of an inert row would lose the focus to the page.
  useLayoutEffect(() => {
    if (refreshing && body.current?.contains(document.activeElement)) frame.current?.focus();
  }, [refreshing]);
  return (
    <>
      <p className="visually-hidden" role="status">
        {refreshing ? "Loading" : count !== undefined ? announced(count) : refreshed.current ? "Loaded" : ""}
      </p>
      {/* Takes the focus when the focused part of the table disappears. It is not a Tab stop. */}
      <section
        ref={frame}
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
                <HeaderCell
                  key={column.key}
                  column={column}
                  sort={props.sort}
                  onSort={props.onSort}
                  refreshing={refreshing}
                />
              ))}
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
          <tbody ref={body} role="rowgroup" inert={refreshing}>
            {rows?.map((row, place) => (
              <tr
                key={rowKey(row)}
                // biome-ignore lint/a11y/noRedundantRoles: see above.
                role="row"
                className={
                  place > 0 && props.continues?.(row, rows[place - 1] as Row) ? "o-continued" : undefined
                }
              >
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

interface HeaderCellProps<Row, Sort extends string> {
  column: Column<Row, Sort>;
  sort: { fieldName: Sort; direction: Direction };
  onSort: (fieldName: Sort) => void;
  /** Other rows are being loaded: a header can be sorted by, and doesn't act on the old rows. */
  refreshing: boolean;
}

/** The header of a column: its name, and a button that sorts by it. */
function HeaderCell<Row, Sort extends string>({
  column: { header, head, sort: sortKey, tooltip, actions, least, className },
  sort,
  onSort,
  refreshing,
}: HeaderCellProps<Row, Sort>) {
  const text = tooltip ?? header;
  const style = least === undefined ? undefined : { minWidth: `${least}rem` };
  if (sortKey === undefined)
    return (
      <th
        scope="col"
        // biome-ignore lint/a11y/noRedundantRoles: the styles of narrow windows take the roles of a table's parts away.
        role="columnheader"
        style={style}
        inert={refreshing}
        className={[actions && "o-cell-actions", className].filter(Boolean).join(" ") || undefined}
      >
        {head ?? (
          <Tooltip text={text}>
            <span>{header}</span>
          </Tooltip>
        )}
      </th>
    );
  const sorted = sort.fieldName === sortKey;
  const up = sort.direction === "ASC";
  return (
    <th
      scope="col"
      // biome-ignore lint/a11y/noRedundantRoles: see above.
      role="columnheader"
      style={style}
      aria-sort={sorted ? (up ? "ascending" : "descending") : "none"}
    >
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

type Widths = readonly Pick<Column<never>, "key" | "share" | "long" | "least">[];

/** The widths of a table's columns: those that divide the width that the others leave, which are as wide as their content. */
function ColumnWidths({ columns }: { columns: Widths }) {
  const shares = columns.map(({ share, long, least }) => share ?? (long ? (least ?? 1) : 0));
  const all = shares.reduce((sum, share) => sum + share, 0);
  return (
    <colgroup>
      {columns.map(({ key }, place) => (
        <col
          key={key}
          style={shares[place] ? { width: `${(100 * shares[place]) / all}%` } : all > 0 ? { width: 1 } : {}}
        />
      ))}
    </colgroup>
  );
}

interface CellProps {
  column: Pick<Column<never>, "header" | "share" | "long" | "wrap" | "card" | "actions" | "className">;
  children: ReactNode;
}

/** A cell. An empty cell is left out of a card. */
function Cell({ column: { header, share, long, wrap, card, actions, className }, children }: CellProps) {
  const classes = [
    share && "o-cell-share",
    long && "o-cell-long",
    wrap && "o-wrap",
    card && `o-card-${card}`,
    actions && "o-cell-actions",
    className,
  ].filter(Boolean);
  const blank = children === null || children === undefined || children === "" || children === false;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see `DataTable`.
    <td role="cell" className={classes.join(" ") || undefined} data-label={header}>
      {blank ? null : <div className="o-cell">{children}</div>}
    </td>
  );
}
