import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";
import { consumerId } from "./fields.ts";

/** `consumerEmail-{key}`: makes sure that an address belongs to only one account. `key` is the address's keyed hash. */
export const consumerEmailEvents = {
  EmailClaimed: defineEvent("EmailClaimed", z.strictObject({ key: z.string(), consumerId }), {
    log: "hidden",
  }),
  EmailReleased: defineEvent("EmailReleased", z.strictObject({ key: z.string(), consumerId }), {
    log: "hidden",
  }),
};

export type ConsumerEmailEvent = EventsOf<typeof consumerEmailEvents>;
