import { z } from "zod";
import { refusedRowSchema } from "../events/pin-import.ts";
import { defineRoute, itAdmin } from "./route.ts";

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
  /** The first rows left out, with their lines. */
  refused: z.array(refusedRowSchema),
  /** The refused rows in words, the first of them shown on the page (spec §8). */
  errors: z.array(z.string()),
});

export const pinImportProgress = z.object({
  importId: z.string(),
  fileName: z.string(),
  state: z.enum(["running", "completed", "interrupted"]),
  ...counts,
  bytes: z.number().int(),
});

/** CSV import of PINs (spec §2 Settings, design §5). */
export const pinImportRoutes = {
  importPins: defineRoute({
    name: "importPins",
    method: "POST",
    path: "/api/admin/import/csv",
    summary: "Imports a CSV of PINs (multipart, field `file`); answers at the end, naming the rows left out.",
    callers: itAdmin,
    accepts: "multipart",
    response: pinImportResult,
  }),
  pinImportProgress: defineRoute({
    name: "pinImportProgress",
    method: "GET",
    path: "/api/admin/import/latest",
    summary: "How far the newest import has come, or `null` before the first.",
    callers: itAdmin,
    response: z.object({ import: pinImportProgress.nullable() }),
    reads: ["pinImports"],
  }),
} as const;
