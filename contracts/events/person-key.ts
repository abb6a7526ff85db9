import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

/** `personKey-{personId}`: the key that encrypts a person's fields, wrapped by the master key `keyId`. */
export const personKeyEvents = {
  /** The first personal field of a person was written. To erase the person, the stream is deleted. */
  PersonKeyCreated: defineEvent(
    "PersonKeyCreated",
    z.strictObject({
      personId: z.string().describe("The kind of person and the id, such as consumer7."),
      keyId: z.string().describe("The master key that wraps the key."),
      wrappedKey: z.string().describe("The person's key, encrypted with the master key."),
    }),
    { log: "hidden" },
  ),
};

export type PersonKeyEvent = EventsOf<typeof personKeyEvents>;
