import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";
import { consumerId } from "./fields.ts";

/** `consumerEmail-{key}`: makes sure that an address belongs to only one account. `key` is the address's keyed hash. */
export const consumerEmailEvents = {
  /** An email belongs to an account from now on. */
  EmailClaimed: defineEvent(
    "EmailClaimed",
    z.strictObject({ key: z.string().describe("The keyed hash of the email."), consumerId }),
    {
      log: "hidden",
    },
  ),
  /** The email is free again: the account was deleted, or has another email. */
  EmailReleased: defineEvent(
    "EmailReleased",
    z.strictObject({ key: z.string().describe("The keyed hash of the email."), consumerId }),
    {
      log: "hidden",
    },
  ),
};

export type ConsumerEmailEvent = EventsOf<typeof consumerEmailEvents>;
