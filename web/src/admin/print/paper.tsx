import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { groupedNumber } from "../../ui/grouped-number.ts";
import type { Column } from "../../ui/table/columns.ts";
import { Cell } from "../../ui/table/data-table.tsx";

export interface PaperProps<Row> {
  title: string;
  /** The search and filters of the table, its order, and when it was printed. */
  lines: readonly string[];
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Called after the print dialog. */
  onPrinted: () => void;
}

const printing = "o-printing";

/** Prints all rows of a table instead of the page. On the screen nothing changes. */
export function Paper<Row>({ title, lines, columns, rows, rowKey, onPrinted }: PaperProps<Row>) {
  const printed = useRef(onPrinted);
  printed.current = onPrinted;
  useEffect(() => {
    const end = () => printed.current();
    document.body.classList.add(printing);
    window.addEventListener("afterprint", end);
    window.print();
    return () => {
      window.removeEventListener("afterprint", end);
      document.body.classList.remove(printing);
    };
  }, []);
  const shown = columns.filter(({ actions }) => !actions);
  return createPortal(
    <div className="o-paper">
      <h1>{title}</h1>
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{rows.length === 1 ? "1 entry" : `${groupedNumber(rows.length)} entries`}</p>
      <table className="o-table">
        <thead>
          <tr>
            {shown.map(({ key, header }) => (
              <th key={key} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {shown.map((column) => (
                <Cell key={column.key} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}
