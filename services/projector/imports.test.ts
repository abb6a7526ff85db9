import { expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { pinImports } from "./imports.ts";
import { instantOf, projected } from "./testing/projected.ts";

const importId = "import-1";
const fileName = "pins.csv";
const started: DomainEvent = {
  type: "PinImportStarted",
  data: { importId, fileName, batchName: "winter", bytes: 900 },
};
const counts = { rows: 10, added: 7, duplicates: 1, bad: 2 };
const progressed: DomainEvent = { type: "PinImportProgressed", data: { importId, ...counts } };

test("a completed import has its counts and the rows that were not imported", async () => {
  const refused = [{ line: 3, text: "???", reason: "not a PIN" }];
  const { main } = await projected(pinImports, [
    started,
    progressed,
    { type: "PinImportCompleted", data: { importId, fileName, ...counts, rows: 12, refused } },
  ]);
  expect(main?.[importId]).toEqual({
    fileName,
    batchName: "winter",
    bytes: 900,
    state: "completed",
    ...counts,
    rows: 12,
    startedBy: null,
    refused,
    refusedRows: 1,
    reason: null,
    startedAt: instantOf(0),
    updatedAt: instantOf(2),
  });
});

test("an interrupted import has the reason", async () => {
  const { main } = await projected(pinImports, [
    started,
    progressed,
    { type: "PinImportInterrupted", data: { importId, fileName, ...counts, reason: "the server stopped" } },
  ]);
  expect(main?.[importId]).toMatchObject({ state: "interrupted", reason: "the server stopped", added: 7 });
});

test("a running import has its counts so far", async () => {
  const { main } = await projected(pinImports, [started, progressed]);
  expect(main?.[importId]).toMatchObject({ state: "running", ...counts });
});

test("an import keeps all rows that it left out in parts, and their number", async () => {
  const rows = Array.from({ length: 700 }, (_, n) => ({ line: n + 2, text: "X", reason: "not a PIN" }));
  const { main, refusals } = await projected(pinImports, [
    started,
    { type: "PinImportRowsRefused", data: { importId, page: 0, refused: rows.slice(0, 500) } },
    { type: "PinImportRowsRefused", data: { importId, page: 1, refused: rows.slice(500) } },
    {
      type: "PinImportCompleted",
      data: { importId, fileName, rows: 700, added: 0, duplicates: 0, bad: 700, refused: rows.slice(0, 100) },
    },
  ]);
  expect(main?.[importId]).toMatchObject({ refusedRows: 700 });
  expect(refusals).toEqual({
    [`${importId} 0`]: { importId, page: 0, rows: rows.slice(0, 500) },
    [`${importId} 1`]: { importId, page: 1, rows: rows.slice(500) },
  });
});
