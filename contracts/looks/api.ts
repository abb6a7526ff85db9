import { z } from "zod";
import { logSubject } from "../action-log/api.ts";
import { dataCopyRequest } from "../data-copy/api.ts";
import { lookPaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import { done } from "../tables/table.ts";
import { accountIdSchema } from "../values/account-id.ts";
import { lookFormats, lookTables } from "../values/looks.ts";

const exportLook = z.strictObject({
  type: z.literal("export"),
  table: z.enum(lookTables),
  format: z.enum(lookFormats),
  consumerId: accountIdSchema.nullable().describe("The consumer of a `consumerLog`; null for other tables."),
  narrowed: z.boolean().describe("Whether a search, dates or a filter leave rows out."),
});

const profileLook = z.strictObject({ type: z.literal("profile"), consumerId: accountIdSchema });

const instantLook = z.strictObject({
  type: z.literal("instant"),
  instant: z.iso.datetime().describe("The instant whose tables are shown: ISO 8601 in UTC."),
});

const dataCopyLook = z
  .strictObject({ type: z.literal("dataCopy"), consumerId: accountIdSchema, ...dataCopyRequest })
  .describe("A copy of a consumer's data; only for IT Admins.");

const evidenceLook = z
  .strictObject({ type: z.literal("evidence"), subject: logSubject })
  .describe("An evidence file; only for IT Admins and Auditors.");

const feedLook = z
  .strictObject({ type: z.literal("feed") })
  .describe("The System action log as a program collects it, page after page.");

const look = z.discriminatedUnion("type", [
  exportLook,
  profileLook,
  instantLook,
  dataCopyLook,
  evidenceLook,
  feedLook,
]);
/** A look at data that the System action log records. */
export type Look = z.output<typeof look>;

/** The record of looks. See docs/decisions/0050-looks-are-recorded-first.md */
export const lookRoutes = defineRoutes(lookPaths, {
  recordLook: {
    summary:
      "Records a look of the caller. The operations that answer a whole table, a profile, a copy of a consumer's data or an evidence file do it themselves; a client that prints a table from its pages calls it first.",
    body: look,
    response: done,
    refuses: ["forbidden", "consumer_not_found", "confirmation_mismatch", "too_many_requests"],
  },
});
