import type { SortKey, TableKeys } from "@ornament/contracts/tables/table-keys";
import type { ReactNode } from "react";

interface ColumnContent<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Shown over the header instead of its name. */
  tooltip?: string | undefined;
  align?: "end" | undefined;
  /** Long text breaks into lines. Otherwise a cell stays on one line. */
  wrap?: boolean | undefined;
  /** Stays visible at the end of the row while the other columns scroll: for the actions of a row. */
  pinned?: boolean | undefined;
}

export interface Column<Row, Sort extends string = string> extends ColumnContent<Row> {
  key: string;
  /** The sort key of the column. A column without one doesn't sort. */
  sort?: Sort | undefined;
}

/** A column for each sort key of a table but the `Hidden` ones, in the order shown. One that is forgotten doesn't compile. */
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
