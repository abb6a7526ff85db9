import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

const importId = z.string();
/** Numbers of rows read so far: all, added, already known or repeated, and without a valid PIN. */
const counts = {
  rows: z.number().int(),
  added: z.number().int(),
  duplicates: z.number().int(),
  bad: z.number().int(),
};

/** A row that was not imported: its line in the file (from 1) and why. */
export const refusedRowSchema = z.strictObject({
  line: z.number().int(),
  text: z.string(),
  reason: z.string(),
});

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** `pinImport-{importId}`: one CSV import of PINs. */
export const pinImportEvents = {
  PinImportStarted: defineEvent(
    "PinImportStarted",
    z.strictObject({ importId, fileName: z.string(), batchName: z.string(), bytes: z.number().int() }),
    { log: "hidden" },
  ),
  PinImportProgressed: defineEvent("PinImportProgressed", z.strictObject({ importId, ...counts }), {
    log: "hidden",
  }),
  /** `refused` holds only the first rows that were not imported; the counts are complete. */
  PinImportCompleted: defineEvent(
    "PinImportCompleted",
    z.strictObject({
      importId,
      fileName: z.string(),
      ...counts,
      refused: z.array(refusedRowSchema).max(100),
    }),
    {
      log: {
        action: "PINs imported",
        value: ({ fileName, added, duplicates, bad }) =>
          `${fileName}: ${count(added, "PIN", "PINs")} added, ${count(duplicates, "duplicate", "duplicates")}, ${count(bad, "bad row", "bad rows")}`,
      },
    },
  ),
  /**
   * The file broke off or became unreadable, or the server stopped. PINs that were added stay; the import can be repeated. The counts are
   * lower bounds: after the last progress, or without an answer of the event store, more rows may have been read and added.
   */
  PinImportInterrupted: defineEvent(
    "PinImportInterrupted",
    z.strictObject({ importId, fileName: z.string(), ...counts, reason: z.string() }),
    {
      log: {
        action: "PIN import interrupted",
        value: ({ fileName, added, reason }) =>
          `${fileName}: at least ${count(added, "PIN", "PINs")} added, then ${reason}`,
      },
    },
  ),
};

export type PinImportEvent = EventsOf<typeof pinImportEvents>;
