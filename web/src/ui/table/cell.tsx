import type { ReactNode } from "react";
import type { Column } from "./columns.ts";

type Widths = readonly Pick<Column<never>, "key" | "share">[];

/** The widths of a table's columns: columns with a share divide the width that the others leave. */
export function ColumnWidths({ columns }: { columns: Widths }) {
  const all = columns.reduce((sum, { share = 0 }) => sum + share, 0);
  return (
    <colgroup>
      {columns.map(({ key, share }) => (
        <col key={key} style={share ? { width: `${(100 * share) / all}%` } : undefined} />
      ))}
    </colgroup>
  );
}

export interface CellProps {
  column: Pick<Column<never>, "header" | "share" | "wrap" | "actions">;
  children: ReactNode;
}

/** A cell. An empty cell is left out of a card. */
export function Cell({ column: { header, share, wrap, actions }, children }: CellProps) {
  const classes = [share && "o-cell-share", wrap && "o-wrap", actions && "o-cell-actions"].filter(Boolean);
  const blank = children === null || children === undefined || children === "" || children === false;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see `DataTable`.
    <td role="cell" className={classes.join(" ") || undefined} data-label={header}>
      {blank ? null : <div className="o-cell">{children}</div>}
    </td>
  );
}
