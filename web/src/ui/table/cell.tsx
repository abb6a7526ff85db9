import type { ReactNode } from "react";
import type { Column } from "./columns.ts";

type Widths = readonly Pick<Column<never>, "key" | "share" | "long">[];

/**
 * The widths of a table's columns. Columns with a share divide the width that the others leave. Long columns
 * take the rest and give way first: the others never grow beyond their content.
 */
export function ColumnWidths({ columns }: { columns: Widths }) {
  const all = columns.reduce((sum, { share = 0 }) => sum + share, 0);
  const someLong = columns.some(({ long }) => long);
  return (
    <colgroup>
      {columns.map(({ key, share, long }) => (
        <col
          key={key}
          style={share ? { width: `${(100 * share) / all}%` } : long || !someLong ? undefined : { width: 1 }}
        />
      ))}
    </colgroup>
  );
}

export interface CellProps {
  column: Pick<Column<never>, "header" | "share" | "long" | "wrap" | "card" | "actions" | "className">;
  children: ReactNode;
}

/** A cell. An empty cell is left out of a card. */
export function Cell({
  column: { header, share, long, wrap, card, actions, className },
  children,
}: CellProps) {
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
