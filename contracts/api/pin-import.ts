import { z } from "zod";
import { refusedRowSchema } from "../events/pin-import.ts";
import { pinImportAddresses } from "./addresses/back-office.ts";
import { defineRoutes } from "./route.ts";

const counts = {
  rows: z.number().int(),
  added: z.number().int(),
  duplicates: z.number().int(),
  bad: z.number().int(),
};

export const pinImportResult = z.object({
  importId: z.string(),
  message: z.string(),
  ...counts,
  refused: z.array(refusedRowSchema).describe("The first refused rows, with their line numbers."),
  errors: z.array(z.string()).describe("The refused rows in words. The page shows the first of them."),
});

/** The counts of an interrupted import are lower bounds. */
export const pinImportProgress = z.object({
  importId: z.string(),
  fileName: z.string(),
  state: z.enum(["running", "completed", "interrupted"]),
  ...counts,
  bytes: z.number().int(),
});

/** CSV import of PINs. */
export const pinImportRoutes = defineRoutes(pinImportAddresses, {
  importPins: {
    summary:
      "Imports a CSV of PINs (multipart, field `file`). Answers at the end, with the rows that were not imported.",
    accepts: "multipart",
    response: pinImportResult,
    refuses: [
      "import_no_file",
      "import_not_csv",
      "import_too_large",
      "import_unreadable",
      "import_not_found",
    ],
  },
  pinImportProgress: {
    summary:
      "The progress of the newest import (of an interrupted one at least), or `null` before the first.",
    response: z.object({ import: pinImportProgress.nullable() }),
    reads: ["pinImports"],
  },
});
