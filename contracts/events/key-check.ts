import { z } from "zod";
import { defineEvents, type EventsOf, event } from "./definition.ts";

/** The secrets without which events can't be read or found. */
export const recordedKeys = ["master", "address"] as const;
export type RecordedKey = (typeof recordedKeys)[number];

/**
 * `keyCheck-{key}`: the key with which this event store is written, so that a start with another one is
 * refused. `keyId` is a hash of it.
 */
export const keyCheckEvents = defineEvents({
  /** The first start recorded a key, or a replacement of the master key is finished. */
  KeyRecorded: event({
    fields: {
      key: z.enum(recordedKeys).describe("The kind of key."),
      keyId: z.string().describe("A hash of the key."),
    },
  }),
});

export type KeyCheckEvent = EventsOf<typeof keyCheckEvents>;
