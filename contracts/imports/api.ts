import { z } from "zod";
import { pinImportPaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import { isoInstant, pageNumber, pageOf, pageSize, wholeNumber } from "../tables/table.ts";
import { refusedRowSchema } from "./events.ts";

const counts = {
  rows: z.number().int(),
  added: z.number().int(),
  duplicates: z.number().int(),
  bad: z.number().int(),
};

const refusedRows = {
  refused: z.array(refusedRowSchema).describe("At most 100 refused rows, with their line numbers."),
  errors: z.array(z.string()).describe("The refused rows in words. The page shows the first of them."),
};

export const pinImportResult = z.object({
  importId: z.string(),
  message: z.string(),
  ...counts,
  ...refusedRows,
});

/** The verdicts about a row: a new PIN, a PIN of the product, a PIN of an earlier row, or no PIN. */
export const rowVerdicts = ["added", "exists", "repeated", "bad"] as const;
export type RowVerdict = (typeof rowVerdicts)[number];

const judgedRow = z.object({
  line: z.number().int().describe("The line in the file, from 1."),
  text: z.string().describe("The PIN as XXXX-XXX, or the beginning of the cell."),
  batchName: z.string().nullable().describe("The PIN's batch; `null` for a row that is not added."),
  verdict: z.enum(rowVerdicts),
  reason: z.string().nullable().describe("The reason why the row is not added."),
});
export type JudgedRow = z.output<typeof judgedRow>;

export const pinImportPreview = z.object({
  fileName: z.string(),
  message: z.string(),
  separator: z.string().describe("The character between two cells."),
  encoding: z.string().describe("The encoding of the text, such as `utf-8`."),
  header: z.string().nullable().describe("The title above the PINs; `null` without a header row."),
  column: z
    .number()
    .int()
    .nullable()
    .describe(
      "The column with the PINs, from 0. `null` if neither a title nor the cells show it: the first column was read. A person chooses one of `columns`, and the file is sent again with `column`.",
    ),
  columns: z
    .array(z.object({ title: z.string().nullable(), cells: z.array(z.string()) }))
    .describe("The columns of the file, at most 50, with their first cells."),
  rows: z.number().int(),
  added: z.number().int().describe("PINs that the import would add now."),
  existing: z.number().int().describe("Rows whose PIN exists already."),
  repeated: z.number().int().describe("Rows whose PIN is in an earlier row."),
  bad: z.number().int().describe("Rows without a valid PIN."),
  first: z.array(judgedRow).describe("The first rows, at most 5."),
  ...refusedRows,
});

/** The admin who started an import; `email` is `null` after the admin's data were erased. */
const startedBy = z.object({ id: z.number().int(), email: z.string().nullable() }).nullable();

/** The counts of an interrupted import are lower bounds. */
export const pinImportProgress = z.object({
  importId: z.string(),
  fileName: z.string(),
  state: z.enum(["running", "completed", "interrupted"]),
  ...counts,
  bytes: z.number().int(),
  startedBy,
  startedAt: isoInstant,
});

/** A row of the history of imports. */
export const pinImportRow = pinImportProgress.extend({
  reason: z.string().nullable().describe("The reason why it was interrupted."),
  batches: z.array(z.string()).describe("The batches that have PINs of this import."),
  refusedRows: z.number().int().describe("Rows to download: all; of an older build's import at most 100."),
});
export type PinImportRow = z.output<typeof pinImportRow>;

const chosenColumn = z.strictObject({
  column: wholeNumber(0, 999).optional().describe("The PINs' column from 0, if a person has chosen it."),
});

const importId = z.string().max(100).describe("The id of an import.");

/** CSV import of PINs. */
export const pinImportRoutes = defineRoutes(pinImportPaths, {
  importPins: {
    summary:
      "Imports a CSV of PINs (multipart, field `file`). Answers at the end, with the rows that were not imported.",
    accepts: "multipart",
    query: chosenColumn,
    response: pinImportResult,
    refuses: [
      "import_no_file",
      "import_not_csv",
      "import_workbook",
      "import_too_large",
      "import_unreadable",
      "import_running",
      "import_not_found",
    ],
  },
  previewPinImport: {
    summary:
      "Reads a CSV of PINs (multipart, field `file`) as an import would, and adds nothing: the answer says what an import would do now.",
    accepts: "multipart",
    query: chosenColumn,
    idempotent: false,
    response: pinImportPreview,
    refuses: ["import_no_file", "import_not_csv", "import_workbook", "import_too_large", "import_unreadable"],
  },
  pinImportProgress: {
    summary: "The progress of the newest import (of an interrupted one at least); `null` before the first.",
    response: z.object({ import: pinImportProgress.nullable() }),
    reads: ["pinImports", "admins"],
  },
  listPinImports: {
    summary: "The history of imports, the newest first, or one import.",
    query: z.strictObject({ page: pageNumber, limit: pageSize, id: importId.optional() }),
    response: pageOf(pinImportRow),
    reads: ["pinImports", "pins", "admins"],
  },
  exportRefusedRows: {
    summary: "The rows that an import left out as CSV: their lines, texts and reasons.",
    params: z.strictObject({ id: importId }),
    response: z.string(),
    reads: ["pinImports"],
    answers: "csv",
    refuses: ["import_not_found"],
  },
});
