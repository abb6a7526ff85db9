import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";
import { consumerId } from "./fields.ts";

/** `guard-pinEntry` ($maxAge 1 h): PIN guessing over all accounts and replicas. `source` is the address's keyed hash. */
export const guardEvents = {
  PinEntryFailed: defineEvent("PinEntryFailed", z.strictObject({ consumerId, source: z.string() }), {
    log: "hidden",
  }),
};

export type GuardEvent = EventsOf<typeof guardEvents>;
