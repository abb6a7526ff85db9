import type { Column } from "../../ui/table/columns.ts";
import { RowMark } from "./row-mark.tsx";

/** The columns with the mark of a row in its first cell with a value. */
export const markedColumns = <Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
): readonly Column<Row, Sort>[] => {
  const first = columns.find(({ actions }) => !actions);
  return columns.map((column) =>
    column === first ? { ...column, cell: (row) => markedCell(column, row) } : column,
  );
};

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
