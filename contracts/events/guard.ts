import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";
import { consumerId } from "./fields.ts";

/** `guard-pinEntry` ($maxAge 1 h): counts wrong PINs over all accounts and replicas, against guessing. `source` is the keyed hash of the caller's IP address. */
export const guardEvents = {
  PinEntryFailed: defineEvent("PinEntryFailed", z.strictObject({ consumerId, source: z.string() }), {
    log: "hidden",
  }),
};

export type GuardEvent = EventsOf<typeof guardEvents>;
