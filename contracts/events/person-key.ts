import { z } from "zod";
import { defineEvents, type EventsOf, event } from "./definition.ts";

const wrapped = z.strictObject({
  personId: z.string().describe("The kind of person and the id, such as consumer7."),
  keyId: z.string().describe("The master key that wraps the key."),
  wrappedKey: z.string().describe("The person's key, encrypted with the master key."),
});

/** `personKey-{personId}`: the key that encrypts a person's fields, wrapped by the master key `keyId`. */
export const personKeyEvents = defineEvents({
  /** The first personal field of a person was written. To erase the person, the stream is deleted. */
  PersonKeyCreated: event({ fields: wrapped }),
  /** The master key was replaced. The person's key is the same, and the events before this one are cut off. */
  PersonKeyRewrapped: event({ fields: wrapped }),
});

export type PersonKeyEvent = EventsOf<typeof personKeyEvents>;
