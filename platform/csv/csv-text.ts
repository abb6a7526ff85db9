import { writeToString } from "@fast-csv/format";
import { withoutTurning } from "@ornament/contracts/values/hidden-characters";

/**
 * Control characters that comments may not contain any more. A spreadsheet skips them, also at the beginning
 * of a cell.
 */
const unprintable = /(?![\t\r\n])\p{Cc}/gu;

/**
 * Replaces commas and semicolons, removes control characters and those that change the order of letters, and
 * puts a ' before a cell that a spreadsheet would read as a formula. A full-width or small sign also begins a
 * formula, where text is typed in Japanese or Chinese.
 */
export function safeCell(text: string): string {
  const plain = withoutTurning(text).replace(unprintable, "").replace(/[,;]/g, " /");
  return /^[=+\-@\t\r\n]/.test(plain.charAt(0).normalize("NFKC")) ? `'${plain}` : plain;
}

/**
 * Rows of a CSV file (RFC 4180) of cells that are safe in a spreadsheet, with their ends. The library writes an
 * empty row where there is none.
 * @param isBeginning whether they begin the file, with a byte order mark for Excel
 */
export const csvText = async (rows: readonly (readonly string[])[], isBeginning = false): Promise<string> =>
  rows.length === 0
    ? ""
    : writeToString(
        rows.map((row) => row.map(safeCell)),
        { rowDelimiter: "\r\n", includeEndRowDelimiter: true, writeBOM: isBeginning },
      );
