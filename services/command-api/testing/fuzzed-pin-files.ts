import type { RowVerdict } from "@ornament/contracts/imports/api";
import { formatPinCode, pinCodeOf } from "@ornament/contracts/values/pin-code";
import fc from "fast-check";

/** A row as the import must judge it. */
export interface ExpectedRow {
  readonly line: number;
  readonly code: string | undefined;
  readonly verdict: RowVerdict;
  readonly batchName: string | null;
}

export interface FuzzedFile {
  readonly bytes: Buffer;
  readonly rows: readonly ExpectedRow[];
}

/** PINs that exist before each import. */
export const knownCodes = Array.from({ length: 8 }, (_, n) => pinCodeOf(70_000_000 + n));
const newCodes = 24;
/** The code of a number below 32: a known one, or one that only this run has. */
const codeOf = (number: number, run: number) =>
  knownCodes[number] ?? pinCodeOf(80_000_000 + run * newCodes + number);

export const fileName = "fuzzed list.csv";

const spellings = [
  (code: string) => formatPinCode(code),
  (code: string) => code.toLowerCase(),
  (code: string) => ` ${formatPinCode(code).replace("-", " ")} `,
];

const row = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("pin" as const),
      number: fc.nat({ max: knownCodes.length + newCodes - 1 }),
      spelling: fc.constantFrom(0, 1, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("bad" as const),
      text: fc.constantFrom("ABCD-12", "ABCD-1234", "1234", "ÄBCD-123", "n/a", "A_CD123"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("blank" as const) }) },
);

type FuzzedParts = typeof made extends fc.Arbitrary<infer P> ? P : never;
const made = fc.record({
  separator: fc.constantFrom(",", ";", "\t", "|"),
  encoding: fc.constantFrom("utf-8", "utf-8 with a mark", "utf-16le", "utf-16be", "windows-1252"),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  endsWithLineEnd: fc.boolean(),
  namesSeparator: fc.boolean(),
  pinTitle: fc.constantFrom(undefined, "pin", "PIN", " Pin Code", "Ornament PIN", "code", "Serial"),
  batchTitle: fc.constantFrom(undefined, "batch", "PIN Batch"),
  quotesAll: fc.boolean(),
  notes: fc.array(fc.constantFrom("", "x", 'say "hi"', "a, b; c|d", "two\nlines", "é"), {
    minLength: 1,
    maxLength: 4,
  }),
  batches: fc.array(fc.constantFrom("", "Gold", "Größe"), { minLength: 1, maxLength: 3 }),
  rows: fc.array(row, { maxLength: 60 }),
});

/**
 * What a file that another program could have written is made of. `fileOf` makes the file, whose new PINs no
 * other run has, with the verdict of every row.
 */
export const fuzzedFiles = made;

export function fileOf(parts: FuzzedParts, run: number): FuzzedFile {
  const { separator, lineEnd, namesSeparator, pinTitle, quotesAll, notes, batches } = parts;
  const batchTitle = pinTitle === undefined ? undefined : parts.batchTitle;
  const quoted = (cell: string) =>
    quotesAll || cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  // With a header the PIN is in the second column, otherwise in the first.
  const cellsOf = (pin: string, note: string, batch: string) =>
    pinTitle === undefined ? [pin, note] : [note, pin, ...(batchTitle === undefined ? [] : [batch])];
  let text = "";
  let line = 1;
  const write = (cells: readonly string[]) => {
    const record = cells.map(quoted).join(separator) + lineEnd;
    text += record;
    line += record.split(/\r\n|\r|\n/).length - 1;
  };
  if (namesSeparator) {
    text += `sep=${separator}${lineEnd}`;
    line += 1;
  }
  if (pinTitle !== undefined) write(cellsOf(pinTitle, "Note", batchTitle ?? ""));
  const seen = new Set<string>();
  const rows = parts.rows.flatMap((given, index): ExpectedRow[] => {
    const begin = line;
    if (given.kind === "blank") {
      text += lineEnd;
      line += 1;
      return [];
    }
    const note = notes[index % notes.length] ?? "";
    const batch = batches[index % batches.length] ?? "";
    if (given.kind === "bad") {
      write(cellsOf(given.text, note, batch));
      return [{ line: begin, code: undefined, verdict: "bad", batchName: null }];
    }
    const code = codeOf(given.number, run);
    const { spelling } = given;
    write(cellsOf(spellings[spelling]?.(code) ?? code, note, batch));
    const repeated = seen.has(code);
    seen.add(code);
    const verdict = repeated ? "repeated" : knownCodes.includes(code) ? "exists" : "added";
    const ownBatch = batchTitle === undefined || batch === "" ? fileName : batch;
    return [{ line: begin, code, verdict, batchName: verdict === "added" ? ownBatch : null }];
  });
  if (!parts.endsWithLineEnd && text.endsWith(lineEnd)) text = text.slice(0, -lineEnd.length);
  return { bytes: encoded(text, parts.encoding), rows };
}

function encoded(text: string, encoding: string): Buffer {
  switch (encoding) {
    case "utf-16le":
      return Buffer.from(`\uFEFF${text}`, "utf16le");
    case "utf-16be":
      return Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
    case "windows-1252":
      return Buffer.from(text, "latin1");
    default:
      return Buffer.from(encoding === "utf-8" ? text : `\uFEFF${text}`);
  }
}
