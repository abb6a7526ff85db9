import { expect, test } from "@jest/globals";
import { pinImports } from "./imports.ts";
import { fact } from "./testing/facts.ts";
import { projected } from "./testing/projected.ts";

const importId = "import-1";
const fileName = "pins.csv";
const started = fact("PinImportStarted", { importId, fileName, batchName: "winter", bytes: 900 });

test("an import keeps all rows that it left out in parts, and their number", async () => {
  const rows = Array.from({ length: 700 }, (_, n) => ({ line: n + 2, text: "X", reason: "not a PIN" }));
  const { main, refusals } = await projected(pinImports, [
    started,
    { type: "PinImportRowsRefused", data: { importId, page: 0, refused: rows.slice(0, 500) } },
    { type: "PinImportRowsRefused", data: { importId, page: 1, refused: rows.slice(500) } },
    fact("PinImportCompleted", {
      importId,
      fileName,
      rows: 700,
      added: 0,
      duplicates: 0,
      bad: 700,
      refused: rows.slice(0, 100),
    }),
  ]);
  expect(main?.[importId]).toMatchObject({ refusedRows: 700 });
  expect(refusals).toEqual({
    [`${importId} 0`]: { importId, page: 0, rows: rows.slice(0, 500) },
    [`${importId} 1`]: { importId, page: 1, rows: rows.slice(500) },
  });
});
