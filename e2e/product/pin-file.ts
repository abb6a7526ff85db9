/** The PIN of a row of the file, from 1, as it is shown. */
export const demoPin = (row: number) => `WNTR-${String(row - 1).padStart(3, "0")}`;

/** 1,000 PINs, or fewer, with a header, a BOM, CRLF, then a duplicate (line 1002) and two bad rows (1003 and 1004). */
export function pinFile(count = 1_000): string {
  const rows = Array.from({ length: count }, (_, index) => `${demoPin(index + 1)},Winter 2026`);
  const odd = [`${demoPin(5).toLowerCase()},Winter 2026`, "not-a-pin,Winter 2026", "WNTR-1,Winter 2026"];
  return `\uFEFFpin,batch\r\n${[...rows, ...odd].join("\r\n")}\r\n`;
}
