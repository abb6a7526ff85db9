/** The columns of a list of PINs, from 0. */
export interface Columns {
  /** The header's cell that names the column of the PINs; `null` if the first row is no header. */
  readonly header: string | null;
  readonly pin: number;
  /** `undefined` if the file has no column of batches. */
  readonly batch: number | undefined;
}

/** Without spaces, hyphens, underscores and full stops. A name further in front is preferred. */
const pinNames = [
  "pin",
  "pins",
  "pincode",
  "pincodes",
  "pinnumber",
  "pinno",
  "ornamentpin",
  "ornamentpincode",
  "ornamentcode",
  "code",
  "codes",
  "serial",
  "serialnumber",
  "serialno",
];
const batchNames = ["batch", "batchname", "pinbatch"];

/**
 * The columns that the first row of a file names. Without a known name for the PINs the row is no header, and
 * the first column has the PINs.
 */
export function columnsOf(cells: readonly string[]): Columns {
  const names = cells.map(nameOf);
  const pin = firstOf(pinNames, names);
  if (pin === undefined) return { header: null, pin: 0, batch: undefined };
  return { header: cells[pin]?.trim() ?? "", pin, batch: firstOf(batchNames, names) };
}

/** `PINC-ODE` is a PIN, not the name `pincode`. */
const nameOf = (cell: string) =>
  /^[0-9a-z]{4}-[0-9a-z]{3}$/i.test(cell.trim()) ? "" : cell.toLowerCase().replace(/[\s\-_.]/g, "");

function firstOf(known: readonly string[], names: readonly string[]): number | undefined {
  const found = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
  return found;
}
