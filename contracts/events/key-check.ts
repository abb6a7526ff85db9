import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

/** The secrets that can't be replaced, because events can't be read or found without them. */
export const irreplaceableKeys = ["master", "address"] as const;
export type IrreplaceableKey = (typeof irreplaceableKeys)[number];

/**
 * `keyCheck-{key}`: the key with which this event store is written, so that a start with another one is
 * refused. `keyId` is a hash of it.
 */
export const keyCheckEvents = {
  /** The first start recorded a key. */
  KeyRecorded: defineEvent(
    "KeyRecorded",
    z.strictObject({
      key: z.enum(irreplaceableKeys).describe("The kind of key."),
      keyId: z.string().describe("A hash of the key."),
    }),
    { log: "hidden" },
  ),
};

export type KeyCheckEvent = EventsOf<typeof keyCheckEvents>;
