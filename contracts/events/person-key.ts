import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

/** `personKey-{personId}`: the key that a person's fields are encrypted with, wrapped by the master key `keyId`. */
export const personKeyEvents = {
  PersonKeyCreated: defineEvent(
    "PersonKeyCreated",
    z.strictObject({ personId: z.string(), keyId: z.string(), wrappedKey: z.string() }),
    { log: "hidden" },
  ),
};

export type PersonKeyEvent = EventsOf<typeof personKeyEvents>;
