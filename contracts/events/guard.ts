import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";
import { consumerId } from "./fields.ts";

/** `guard-pinEntry` ($maxAge 24 h): counts wrong PINs over all accounts and replicas, against guessing. See docs/pin-guessing.md. */
export const guardEvents = {
  /**
   * `source`: the keyed hash of the caller's network. `halfPoints`: what the wrong PIN cost its account; 0 for an entry that was
   * refused without looking anything up. `forms`: what is kept of the wrong PIN to recognise it and those that differ in
   * one character; it is no text that can be read. Old events have neither; they were fresh wrong PINs, which cost 2.
   */
  PinEntryFailed: defineEvent(
    "PinEntryFailed",
    z.strictObject({
      consumerId,
      source: z.string(),
      halfPoints: z.number().int().min(0).max(2).optional(),
      forms: z.string().optional(),
    }),
    { log: "hidden" },
  ),
};

export type GuardEvent = EventsOf<typeof guardEvents>;
