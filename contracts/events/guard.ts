import { z } from "zod";
import { defineEvents, event } from "./definition.ts";
import { consumerId } from "./fields.ts";

/**
 * `guard-pinEntry` ($maxAge 24 h): the wrong PINs of all accounts, as former builds counted them.
 */
export const guardEvents = defineEvents({
  /**
   * No build writes it any more. A wrong PIN was entered. Old events have neither `halfPoints` nor `forms`; they were fresh wrong PINs,
   * which cost 2.
   */
  PinEntryFailed: event({
    fields: {
      consumerId,
      source: z.string().describe("The keyed hash of the caller's network."),
      halfPoints: z
        .number()
        .int()
        .min(0)
        .max(2)
        .optional()
        .describe(
          "The cost of the wrong PIN for its account, in half points; 0 for an entry that was refused without a look-up.",
        ),
      forms: z
        .string()
        .optional()
        .describe(
          "Keyed hashes of the wrong PIN, which recognise it and PINs that differ in one character. The PIN can't be read from them.",
        ),
    },
  }),
});
