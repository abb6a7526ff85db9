import { withoutTurning } from "@ornament/contracts/domain/hidden-characters";

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

/** A line of a CSV file (RFC 4180), with its end, of cells that are safe in a spreadsheet. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(safeCell(cell))).join(",")}\r\n`;

const quoted = (cell: string): string => (/["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
