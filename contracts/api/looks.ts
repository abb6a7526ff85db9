import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { lookFormats, lookTables } from "../domain/looks.ts";
import { lookAddresses } from "./addresses/back-office.ts";
import { defineRoutes } from "./route.ts";
import { done } from "./table.ts";

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

const look = z.discriminatedUnion("type", [exportLook, profileLook, instantLook]);
/** A look at data: a whole table, a consumer's profile, or the tables as they stood at an instant. */
export type Look = z.output<typeof look>;

/** The record of looks. See docs/decisions/0050-looks-are-recorded-first.md */
export const lookRoutes = defineRoutes(lookAddresses, {
  recordLook: {
    summary:
      "Records a look of the caller. The operations that answer a whole table or a profile do it themselves; a client that prints a table from its pages calls it first.",
    body: look,
    response: done,
    refuses: ["consumer_not_found"],
  },
});
