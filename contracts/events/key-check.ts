import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

/** The secrets without which events can't be read or found. */
export const recordedKeys = ["master", "address"] as const;
export type RecordedKey = (typeof recordedKeys)[number];

/**
 * `keyCheck-{key}`: the key with which this event store is written, so that a start with another one is
 * refused. `keyId` is a hash of it.
 */
export const keyCheckEvents = {
  /** The first start recorded a key, or a replacement of the master key is finished. */
  KeyRecorded: defineEvent(
    "KeyRecorded",
    z.strictObject({
      key: z.enum(recordedKeys).describe("The kind of key."),
      keyId: z.string().describe("A hash of the key."),
    }),
    { log: "hidden" },
  ),
};

export type KeyCheckEvent = EventsOf<typeof keyCheckEvents>;
