import type { Column } from "../../ui/table/columns.ts";
import { RowMark } from "./row-mark.tsx";

/** The columns with the mark of a row in its first cell. */
export const markedColumns = <Row, Sort extends string>([first, ...others]: readonly Column<
  Row,
  Sort
>[]): readonly Column<Row, Sort>[] =>
  first ? [{ ...first, cell: (row) => markedCell(first, row) }, ...others] : [];

function markedCell<Row, Sort extends string>(column: Column<Row, Sort>, row: Row) {
  const { notUpToDateSince } = row as { notUpToDateSince?: string };
  if (notUpToDateSince === undefined) return column.cell(row);
  return (
    <div className="o-marked-cell">
      {column.cell(row)}
      <RowMark since={notUpToDateSince} />
    </div>
  );
}
