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
   * A text that can be long, in `CutText`: the column is as wide as its content in the shown rows if there is
   * room, and such columns divide the rest of the width.
   */
  long?: boolean | undefined;
  /**
   * The column's share of the width that the other columns leave, whatever its content. Let the text break
   * into lines with `wrap`. Without a share a column is as wide as its content.
   */
  share?: number | undefined;
  /** The least width of a column that is long or has a share, in rem. */
  least?: number | undefined;
  /** The text of a long column in a row. Shorter texts have a narrower least width, and no texts have none. */
  text?: ((row: Row) => string | null | undefined) | undefined;
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

/** About the width of a character, and the spaces on both sides of a cell, in rem. */
const characterWidth = 0.45;
const cellSpaces = 0.8;

/** The least width of a column for these rows, in rem. */
export function leastWidth<Row>(
  { least, text }: Pick<ColumnContent<Row>, "least" | "text">,
  rows: readonly Row[] = [],
): number | undefined {
  if (least === undefined || text === undefined) return least;
  const longest = Math.max(0, ...rows.map((row) => text(row)?.length ?? 0));
  return longest === 0 ? undefined : Math.min(least, longest * characterWidth + cellSpaces);
}

/** Whether a table has too many columns for a narrow window, where its rows are cards. */
export const isWide = (columns: readonly unknown[]): boolean => columns.length >= 6;
