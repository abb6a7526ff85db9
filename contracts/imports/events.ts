import { z } from "zod";
import { defineEvents, type EventsOf, event } from "../events/definition.ts";

const importId = z.string().describe("The import's id.");
const fileName = z.string().describe("The name of the file.");
const counts = {
  rows: z.number().int().describe("Rows read so far."),
  added: z.number().int().describe("PINs added."),
  duplicates: z.number().int().describe("Rows whose PIN existed already or occurs twice."),
  bad: z.number().int().describe("Rows without a valid PIN."),
};

/** A row that was not imported: its line in the file (from 1) and the reason. */
export const refusedRowSchema = z.strictObject({
  line: z.number().int().describe("The line in the file, from 1."),
  text: z.string().describe("The row's text."),
  reason: z.string().describe("The reason why the row was not imported."),
});

/** The most rows in a `PinImportRowsRefused`: about 50 kB. */
export const refusedRowsOfEvent = 500;

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** `pinImport-{importId}`: one CSV import of PINs. */
export const pinImportEvents = defineEvents({
  /**
   * An IT Admin uploaded a CSV file.
   * @by Start
   */
  PinImportStarted: event({
    fields: {
      importId,
      fileName,
      batchName: z.string().describe("The batch of PINs whose row names none."),
      bytes: z.number().int().describe("The size of the file."),
    },
  }),
  /**
   * A part of the file was imported.
   * @by Progress
   */
  PinImportProgressed: event({ fields: { importId, ...counts } }),
  /**
   * The whole file was imported.
   * @by Complete
   */
  PinImportCompleted: event({
    fields: {
      importId,
      fileName,
      ...counts,
      refused: z
        .array(refusedRowSchema)
        .max(100)
        .describe(
          "The first rows that were not imported; the counts are complete. `PinImportRowsRefused` has all of them.",
        ),
    },
    log: {
      action: "PINs imported",
      value: ({ fileName, added, duplicates, bad }) =>
        `${fileName}: ${count(added, "PIN", "PINs")} added, ${count(duplicates, "duplicate", "duplicates")}, ${count(bad, "bad row", "bad rows")}`,
    },
  }),
  /**
   * The file was incomplete or unreadable, or the server stopped. PINs that were added stay; the import can
   * be repeated. The counts are lower bounds: after the last progress, or without an answer of the event
   * store, more rows may have been read and added.
   * @by Interrupt
   */
  PinImportInterrupted: event({
    fields: {
      importId,
      fileName,
      ...counts,
      reason: z.string().describe("The reason why the import ended."),
    },
    log: {
      action: "PIN import interrupted",
      value: ({ fileName, added, reason }) =>
        `${fileName}: at least ${count(added, "PIN", "PINs")} added, then ${reason}`,
    },
  }),
});

/** `pinImportRefusals-{importId}`: every row that an import did not add, in the file's order. */
export const pinImportRefusalEvents = defineEvents({
  /**
   * An import left out rows. The event is appended before the import ends, so an import that was cut off may
   * have left out more rows.
   */
  PinImportRowsRefused: event({
    fields: {
      importId,
      page: z.number().int().describe("The number of this import's events before this one."),
      refused: z.array(refusedRowSchema).max(refusedRowsOfEvent).describe("The rows, ordered by line."),
    },
  }),
});

/** `pinImportTurn-main`: the order of the imports, of which one runs at a time. */
export const pinImportTurnEvents = defineEvents({
  /**
   * An import took its turn, because the import before it had ended.
   * @by TakeTurn
   */
  PinImportTurnTaken: event({ fields: { importId } }),
});

export type PinImportRefusalEvent = EventsOf<typeof pinImportRefusalEvents>;
export type PinImportTurnEvent = EventsOf<typeof pinImportTurnEvents>;
export type PinImportEvent = EventsOf<typeof pinImportEvents>;
