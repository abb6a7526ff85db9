import { z } from "zod";
import { timeZoneSchema } from "../domain/inputs.ts";
import { comparedTableNames } from "../read-models/compared-tables.ts";
import { logEntry } from "./action-log.ts";
import { changesAddresses } from "./addresses/back-office.ts";
import { defineRoutes } from "./route.ts";
import { isoInstant, pageNumber, pageSize } from "./table.ts";

const changedField = z.object({
  field: z.string(),
  title: z.string(),
  before: z.string().describe("The value at `from`; empty for none, and for a row that was added."),
  after: z.string().describe("The value at `to`; empty for none, and for a row that was removed."),
  isInstant: z.boolean().describe("The values are instants: ISO 8601 in UTC."),
  event: z.string().describe("The id of the event that set the value at `to`."),
  entry: logEntry
    .nullable()
    .describe(
      "Its entry in the System action log. For an event without one, such as the import of a PIN, the first entry of the same request; null if there is none.",
    ),
});
export type ChangedField = z.output<typeof changedField>;

const changedRow = z.object({
  id: z
    .string()
    .describe("The id of the row: of the admin, the PIN, the consumer, the setting or the import."),
  kind: z.enum(["added", "removed", "changed"]),
  name: z.string().describe("The email address, the PIN, the setting or the file."),
  fields: z.array(changedField),
});
export type ChangedRow = z.output<typeof changedRow>;

const between = {
  from: z.iso.datetime().describe("The first instant, ISO 8601 in UTC. Changes at it are not in the answer."),
  to: z.iso.datetime().describe("The last instant, ISO 8601 in UTC. Changes at it are in the answer."),
};
const inOrder = { path: ["from"], message: "The first time must be before the last" };
const isInOrder = ({ from, to }: { from: string; to: string }) => Date.parse(from) < Date.parse(to);

const params = z.strictObject({ table: z.enum(comparedTableNames).describe("The table.") });

/** The changes of a table between two instants. See docs/decisions/0056-tables-at-an-instant.md */
export const changesRoutes = defineRoutes(changesAddresses, {
  listChanges: {
    summary:
      "The rows of a table that were added, removed or changed between two instants, field by field, each with the event that did it.",
    params,
    query: z.strictObject({ ...between, page: pageNumber, limit: pageSize }).refine(isInOrder, inOrder),
    response: z.object({
      rows: z.array(changedRow),
      count: z.number().int(),
      page: z.number().int(),
      limit: z.number().int(),
      from: isoInstant,
      to: isoInstant,
    }),
    reads: ["actionLog", "admins", "consumers", "pins"],
    look: "changes",
    refuses: ["past_tables_filling", "past_tables_refused", "instant_in_future"],
  },
  exportChanges: {
    summary:
      "The changes of a table between two instants as CSV, a line for each changed field: Change, Row, Field, Before, After, Date, Action, Role, By, Position.",
    params,
    query: z
      .strictObject({
        ...between,
        timeZone: timeZoneSchema.describe(
          "The IANA time zone of dates in the file, such as America/Chicago.",
        ),
      })
      .refine(isInOrder, inOrder),
    response: z.string(),
    reads: ["actionLog", "admins", "consumers", "pins"],
    answers: "csv",
    look: "changes",
    refuses: ["past_tables_filling", "past_tables_refused", "instant_in_future"],
  },
});
