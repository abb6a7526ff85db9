/** The PIN in a row of the file, in the product's form. The first row is 1. */
export const demoPin = (row: number) => `WNTR-${String(row - 1).padStart(3, "0")}`;

/**
 * A CSV file of PINs, with a header, a BOM and CRLF. After the PINs come a duplicate and two bad rows: with
 * 1,000 PINs these are the lines 1002, 1003 and 1004.
 */
export function pinFile(count = 1_000): string {
  const rows = Array.from({ length: count }, (_, index) => `${demoPin(index + 1)},Winter 2026`);
  const badRows = [`${demoPin(5).toLowerCase()},Winter 2026`, "not-a-pin,Winter 2026", "WNTR-1,Winter 2026"];
  return `\uFEFFpin,batch\r\n${[...rows, ...badRows].join("\r\n")}\r\n`;
}
