import type { SortKey, TableKeys } from "@ornament/contracts/tables/table-keys";
import type { ReactNode } from "react";

interface ColumnContent<Row> {
  header: string;
  /** Shown in the header in place of its name, such as a checkbox. Only for a column that doesn't sort. */
  head?: ReactNode;
  /** One element or a text. `null` or "" if the row has nothing to show. */
  cell: (row: Row) => ReactNode;
  /** The header's tooltip, instead of its name. */
  tooltip?: string | undefined;
  /**
   * A text that can be long, in `CutText`. Such columns divide the width that the others leave by their `least`,
   * whatever their content, so that another search doesn't move them.
   */
  long?: boolean | undefined;
  /** The same for a text that breaks into lines with `wrap`, with a share of its own. */
  share?: number | undefined;
  /** The least width of the column, in rem. */
  least?: number | undefined;
  /** Long text breaks into lines. Otherwise a cell stays on one line. */
  wrap?: boolean | undefined;
  /** The place in a card: its name, its state, or next to them. Otherwise below them. */
  card?: "name" | "state" | "aside" | undefined;
  /** The buttons and links of a row. They are not printed. */
  actions?: boolean | undefined;
  /** A class of its header and cells. */
  className?: string | undefined;
}

export interface Column<Row, Sort extends string = string> extends ColumnContent<Row> {
  key: string;
  /** The sort key of the column. A column without one doesn't sort. */
  sort?: Sort | undefined;
}

/**
 * A column for each sort key of a table but the `Hidden` ones, in the order shown. A forgotten column doesn't
 * compile.
 */
export type SortColumns<Row, T extends TableKeys, Hidden extends SortKey<T> = never> = Readonly<
  Record<Exclude<SortKey<T>, Hidden>, ColumnContent<Row>>
>;

export const sortColumns = <Row, Sort extends string>(
  columns: Readonly<Record<Sort, ColumnContent<Row>>>,
): readonly Column<Row, Sort>[] =>
  (Object.entries(columns) as [Sort, ColumnContent<Row>][]).map(([key, column]) => ({
    ...column,
    key,
    sort: key,
  }));

/** Whether a table has too many columns for a narrow window, where its rows are cards. */
export const isWide = (columns: readonly unknown[]): boolean => columns.length >= 6;
