import { asOneLine, beginningOf, withoutHidden } from "@ornament/contracts/values/hidden-characters";
import { parsePinCode } from "@ornament/contracts/values/pin-code";
import type { ListRecord } from "./list-records.ts";

/** The columns of a list of PINs, from 0. */
export interface Columns {
  readonly pin: number;
  /** Neither a title nor the cells show where the PINs are, so the first column is read. */
  readonly isGuess: boolean;
  /** `undefined` if the file has no column of batches. */
  readonly batch: number | undefined;
  /** The header's cell above the PINs; `null` if no row is a header. */
  readonly header: string | null;
  /** The line of the header, which has only titles before it; 0 without a header. */
  readonly headerLine: number;
  /** The first cells of each column, with its title. */
  readonly offered: readonly { readonly title: string | null; readonly cells: readonly string[] }[];
}

/** Letters and digits of a title. A name further in front is preferred. */
const pinNames = [
  "pin",
  "pins",
  "pincode",
  "pincodes",
  "pinnumber",
  "pinno",
  "ornamentpin",
  "ornamentpincode",
];
/** Names that may be of something else. "Text" is the column in the list of refused rows. */
const otherNames = ["ornamentcode", "code", "codes", "serial", "serialnumber", "serialno", "text"];
const names = [...pinNames, ...otherNames];
const words = /(?:^|\s)(?:pins?|codes?|serial)\W*(?:\s|$)/i;
const batchNames = ["batch", "batchname", "pinbatch"];

/** The rows in which a header is looked for. */
const mostTitleRows = 20;
/** The columns that a person can choose from, and the cells that are shown of each. */
const mostOffered = { columns: 50, cells: 3 };

/**
 * The columns of a list of PINs, by a row of titles or by their cells. A title that names PINs counts more than
 * the cells, and the cells more than other titles.
 * @param chosen the column of the PINs that a person has chosen
 */
export function columnsOf(records: readonly ListRecord[], chosen: number | undefined): Columns {
  const firstPin = records.findIndex(({ cells }) => cells.some(isSurelyPin));
  const above = records.slice(0, firstPin < 0 ? mostTitleRows : Math.min(firstPin, mostTitleRows));
  const rows = records.slice(Math.max(firstPin, 0));
  const width = Math.max(1, ...records.map(({ cells }) => cells.length));
  const counts = Array.from(
    { length: width },
    (_, at) => rows.filter(({ cells }) => isSurelyPin(cells[at])).length,
  );
  const most = Math.max(...counts);
  const fits = (at: number) => most > 0 && counts[at] === most;

  const titles = above
    .flatMap((row) => row.cells.map((cell, at) => ({ row, at, rank: rankOf(cell), fits: fits(at) })))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .map((title) => ({ ...title, level: title.rank < pinNames.length ? 0 : title.fits ? 1 : 2 }));
  const [title] = titles.sort((a, b) => a.level - b.level || a.rank - b.rank);
  const best =
    counts.filter((count) => count === most).length === 1 && most * 2 >= rows.length
      ? counts.indexOf(most)
      : undefined;
  const byTitle = title && (title.level < 2 || most === 0) ? title.at : undefined;
  const found = chosen ?? byTitle ?? (most > 0 ? best : undefined) ?? (width === 1 ? 0 : undefined);
  const pin = found ?? 0;
  const header = title?.row.cells;
  const batch = header?.findIndex((cell) => batchNames.includes(nameOf(cell))) ?? -1;
  const below = title ? records.filter(({ line }) => line > title.row.line) : records;
  return {
    pin,
    isGuess: found === undefined,
    batch: batch < 0 ? undefined : batch,
    header: header ? (header[pin]?.trim() ?? "") : null,
    headerLine: title?.row.line ?? 0,
    offered: counts.slice(0, mostOffered.columns).map((_, at) => ({
      title: shown(header?.[at]) || null,
      cells: below.flatMap(({ cells }) => shown(cells[at]) || []).slice(0, mostOffered.cells),
    })),
  };
}

const shown = (cell = "") => beginningOf(asOneLine(cell).trim(), 40);

const nameOf = (cell: string) => cell.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The place of a title in the order of preference; infinite for a cell that is no title of PINs. */
function rankOf(cell: string): number {
  const name = nameOf(cell);
  const rank = names.indexOf(name);
  if (rank >= 0) return rank;
  return words.test(cell) && !batchNames.includes(name) ? names.length : Number.POSITIVE_INFINITY;
}

/** A word of seven letters may be a name. */
function isSurelyPin(cell = ""): boolean {
  const code = codeIn(cell);
  return code !== undefined && (/\d/.test(code) || pinText(cell).includes("-"));
}

/** The PIN of a cell; `undefined` for a cell without one. */
export const codeIn = (cell = ""): string | undefined => parsePinCode(pinText(cell));

const around = /^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu;

/**
 * A cell as a person reads a PIN in it: without invisible characters, quotation marks and signs around it, such
 * as those of `="0012345"`, with one kind of hyphen and space.
 */
export const pinText = (cell: string): string =>
  withoutHidden(cell.normalize("NFKC"))
    .replace(/[\u200C\u200D]/g, "")
    .replace(/(?:\s*[\p{Pd}\u2212\u2043])+\s*/gu, "-")
    .replace(/\s+/g, " ")
    .replace(around, "");
