import { z } from "zod";
import { defineEvents, type EventsOf, event } from "../events/definition.ts";
import { consumerId } from "../events/fields.ts";

const key = z.string().describe("The keyed hash of the email address.");

/**
 * `consumerEmail-{key}`: ensures that an email address belongs to only one account. `key` is the address's
 * keyed hash.
 */
export const consumerEmailEvents = defineEvents({
  /** An email address was claimed for an account. */
  EmailClaimed: event({ fields: { key, consumerId } }),
  /** The email address is free again: the account was deleted, or has another address. */
  EmailReleased: event({ fields: { key, consumerId } }),
});

export type ConsumerEmailEvent = EventsOf<typeof consumerEmailEvents>;
