import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { type RowVerdict, rowVerdicts } from "@ornament/contracts/imports/api";
import type { PinImportRefusalEvent } from "@ornament/contracts/imports/events";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { formatPinCode, pinCodeOf } from "@ornament/contracts/values/pin-code";
import { testFolder } from "@ornament/testing/files/test-folder";
import fc from "fast-check";
import { pinDecider } from "../pins/decider.ts";
import { beforeAppends } from "../testing/before-appends.ts";
import { TestClock, testParts, testStore } from "../testing/test-command-api.ts";
import { importRunner } from "./import-pins.ts";
import { previewImport } from "./preview-import.ts";
import type { ReceivedFile } from "./receive-file.ts";

/** A row as the import must judge it. */
interface ExpectedRow {
  readonly line: number;
  readonly code: string | undefined;
  readonly verdict: RowVerdict;
  readonly batchName: string | null;
}

interface FuzzedFile {
  readonly bytes: Buffer;
  readonly rows: readonly ExpectedRow[];
}

/** PINs that exist before each import. */
const knownCodes = Array.from({ length: 8 }, (_, n) => pinCodeOf(70_000_000 + n));
const newCodes = 24;
/** The code of a number below 32: a known one, or one that only this run has. */
const codeOf = (number: number, run: number) =>
  knownCodes[number] ?? pinCodeOf(80_000_000 + run * newCodes + number);

const fileName = "fuzzed list.csv";

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
const fuzzedFiles = made;

function fileOf(parts: FuzzedParts, run: number): FuzzedFile {
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

const folder = testFolder();

const metadata = { correlationId: "test", actor: { kind: "admin", id: 1, role: "ADMIN" } } as const;

let product: Awaited<ReturnType<typeof startProduct>>;
beforeAll(async () => {
  product = await startProduct();
});

/** Commands on an event store that has the known PINs. */
async function startProduct() {
  const clock = new TestClock();
  let events: (PinEvent | PinImportRefusalEvent)[] = [];
  const store = beforeAppends(testStore(clock), async (_stream, _expected, appended) => {
    events.push(...(appended as typeof events));
  });
  const parts = testParts({ store, clock: clock.now });
  const runImport = importRunner(parts);
  const addPin = async (code: string) => {
    const command = { type: "Import", code, batchName: "known", importId: "import-1" } as const;
    const decided = pinDecider.decide(command, pinDecider.initialState());
    await store.append(streams.pin(code), "no_stream", decided, metadata);
  };
  for (const code of knownCodes) await addPin(code);
  return {
    addPin,
    preview: (file: ReceivedFile) => previewImport(parts, file),
    run: (file: ReceivedFile) => runImport(file, parts.contexts.fresh(metadata)),
    /** The events that were appended, or tried to be, since the last call. */
    takeEvents() {
      const taken = events;
      events = [];
      return taken;
    },
  };
}

async function fileWith(content: Buffer | string): Promise<ReceivedFile> {
  const path = join(folder, "file.csv");
  await writeFile(path, content);
  return { path, fileName, bytes: Buffer.byteLength(content), sha256: "", remove: async () => undefined };
}

const refusedIn = (events: readonly (PinEvent | PinImportRefusalEvent)[]) =>
  events.flatMap((event) => (event.type === "PinImportRowsRefused" ? [event.data] : []));

test("the preview of 150 fuzzed files gives each row the verdict that its import then carries out", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fuzzedFiles, async (made) => {
      runs += 1;
      const { bytes, rows } = fileOf(made, runs);
      const file = await fileWith(bytes);
      product.takeEvents();
      const preview = await product.preview(file);
      expect(product.takeEvents()).toEqual([]);

      const result = await product.run(file);
      const { added, existing, repeated, bad, first } = preview;
      const counts = { rows: preview.rows, added, duplicates: existing + repeated, bad };
      expect(result).toMatchObject({ ...counts, refused: preview.refused, errors: preview.errors });
      const events = product.takeEvents();
      const refused = refusedIn(events).flatMap((page) => page.refused);
      expect(refused).toEqual(preview.refused);
      const batches = new Map(
        events.flatMap((event) =>
          event.type === "PinImported" && !knownCodes.includes(event.data.code)
            ? [[formatPinCode(event.data.code), event.data.batchName]]
            : [],
        ),
      );
      expect(batches.size).toBe(added);
      for (const { verdict, text, batchName } of first)
        if (verdict === "added") expect(batches.get(text)).toBe(batchName);

      // The maker of the file knows the verdict of each row. Without any PIN the separator can't be found.
      if (!rows.some(({ code }) => code !== undefined)) return;
      const ofVerdict = (verdict: RowVerdict) => rows.filter((row) => row.verdict === verdict);
      expect([added, existing, repeated, bad]).toEqual(
        rowVerdicts.map((verdict) => ofVerdict(verdict).length),
      );
      for (const { code, batchName } of ofVerdict("added"))
        expect(batches.get(formatPinCode(code ?? ""))).toBe(batchName);
      expect(refused.map(({ line }) => line)).toEqual(
        rows.filter(({ verdict }) => verdict !== "added").map(({ line }) => line),
      );
      expect(first.map(({ line, verdict }) => [line, verdict])).toEqual(
        rows.slice(0, 5).map(({ line, verdict }) => [line, verdict]),
      );
    }),
    { numRuns: 150 },
  );
}, 120_000);

test("a PIN that somebody adds after the preview is a duplicate of the import", async () => {
  const file = await fileWith("ABCD-123\nEFGH-456\n");
  expect(await product.preview(file)).toMatchObject({ added: 2, existing: 0 });
  await product.addPin("ABCD123");
  expect(await product.run(file)).toMatchObject({
    added: 1,
    duplicates: 1,
    refused: [{ line: 1, text: "ABCD-123", reason: "exists already" }],
  });
});

test("the preview shows the first five rows, and says how the file was read", async () => {
  const rows = [
    "Id;PIN code;Batch",
    "1;KLMN-123;Gold",
    "2;klmn123;",
    "3;XX;",
    `4;${knownCodes[0]};`,
    "5;KLMN-456;",
    "6;KLMN-457;",
  ];
  const file = await fileWith(Buffer.from(`\uFEFF${rows.join("\r\n")}`, "utf16le"));
  expect(await product.preview(file)).toMatchObject({
    fileName,
    separator: ";",
    encoding: "utf-16le",
    header: "PIN code",
    message: "3 new PINs, 1 exists already, 1 twice in the file, 1 not a PIN",
    first: [
      { line: 2, text: "KLMN-123", batchName: "Gold", verdict: "added", reason: null },
      { line: 3, text: "KLMN-123", batchName: null, verdict: "repeated", reason: "twice in this file" },
      { line: 4, text: "XX", verdict: "bad", reason: expect.stringMatching(/^not a PIN/) },
      { line: 5, verdict: "exists", reason: "exists already" },
      { line: 6, text: "KLMN-456", batchName: fileName, verdict: "added" },
    ],
  });
});

test("an import records every row that it leaves out, some hundreds in an event", async () => {
  const file = await fileWith(`pin\n${"NO-PIN\n".repeat(1_200)}OPQR-123\n`);
  product.takeEvents();
  const { refused, bad } = await product.run(file);
  expect([bad, refused.length]).toEqual([1_200, 100]);
  const pages = refusedIn(product.takeEvents());
  expect(pages.map(({ page, refused: rows }) => [page, rows.length])).toEqual([
    [0, 500],
    [1, 500],
    [2, 200],
  ]);
  expect(pages.flatMap(({ refused: rows }) => rows.map(({ line }) => line))).toEqual(
    Array.from({ length: 1_200 }, (_, n) => n + 2),
  );
});
