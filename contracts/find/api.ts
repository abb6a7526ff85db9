import { z } from "zod";
import { findPaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import { searchTerm } from "../tables/table.ts";
import { accountIdSchema } from "../values/account-id.ts";
import { pinIdSchema } from "../values/inputs.ts";

/** A consumer that was found. */
export const foundConsumer = z.object({
  id: accountIdSchema,
  email: z.string(),
  formerEmail: z
    .string()
    .nullable()
    .describe("The former email address that contains the term; `null` if the term was found elsewhere."),
  isActivated: z.boolean(),
});
export type FoundConsumer = z.output<typeof foundConsumer>;

/** A PIN that was found, with its owner. */
export const foundPin = z.object({
  id: pinIdSchema,
  pin: z.string().describe("XXXX-XXX."),
  status: z.boolean(),
  blocked: z.boolean(),
  email: z.string().nullable(),
  userId: accountIdSchema.nullable(),
});
export type FoundPin = z.output<typeof foundPin>;

/** The search box of the back office: consumers and PINs by an email address, a PIN, or a part of either. */
export const findRoutes = defineRoutes(findPaths, {
  find: {
    summary: "Consumers and PINs that match a term: the best first, at most 5 of each.",
    query: z.strictObject({ query: searchTerm }),
    response: z.object({
      consumers: z.array(foundConsumer),
      pins: z.array(foundPin),
      moreConsumers: z.boolean().describe("Whether the tables have more matches."),
      morePins: z.boolean(),
      similarPins: z
        .literal(true)
        .optional()
        .describe("No PIN has the term; these differ from it by one error. Absent: the PINs have it."),
    }),
    reads: ["consumers", "pins"],
  },
});
