import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";
import { consumerId } from "./fields.ts";

/**
 * `consumerEmail-{key}`: ensures that an email address belongs to only one account. `key` is the address's
 * keyed hash.
 */
export const consumerEmailEvents = {
  /** An email address was claimed for an account. */
  EmailClaimed: defineEvent(
    "EmailClaimed",
    z.strictObject({ key: z.string().describe("The keyed hash of the email address."), consumerId }),
    {
      log: "hidden",
    },
  ),
  /** The email address is free again: the account was deleted, or has another address. */
  EmailReleased: defineEvent(
    "EmailReleased",
    z.strictObject({ key: z.string().describe("The keyed hash of the email address."), consumerId }),
    {
      log: "hidden",
    },
  ),
};

export type ConsumerEmailEvent = EventsOf<typeof consumerEmailEvents>;
