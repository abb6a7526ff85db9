import { z } from "zod";
import { defineEvents, type EventsOf, event } from "./definition.ts";

/**
 * `macs-main`: the place in the event store from which on every event has a MAC, and the places from which on
 * the key of the MACs is another one. See docs/decisions/0049-forged-events-are-noticed.md and
 * docs/decisions/0057-a-master-key-can-be-replaced.md.
 */
export const authenticityEvents = defineEvents({
  /** The first start of a build that writes MACs. Events without one are forged from then on. */
  MacsRequired: event({
    fields: {
      afterSeconds: z
        .number()
        .int()
        .min(0)
        .describe(
          "The seconds after this event for which events without a MAC are accepted: while an upgrade runs, processes of the former build may still write.",
        ),
    },
  }),
  /**
   * A replacement of the master key began. Its MAC is the last one of the former key: a later event with a MAC
   * of that key is forged.
   */
  MasterKeyReplaced: event({
    fields: {
      formerKeyId: z.string().describe("The master key until then."),
      keyId: z.string().describe("The master key from then on."),
      formerMacKey: z
        .string()
        .describe("The former key of the events' MACs, encrypted with a key from the new master key."),
    },
  }),
});

const forged = z.strictObject({
  /** Cut off, as the stream is, because another program chose them. */
  type: z.string(),
  stream: z.string(),
  revision: z.number(),
});

/** The place of a forged event in words. */
export const forgedEventPlace = ({ type, stream, revision }: z.output<typeof forged>) =>
  `${type} in stream ${stream} at revision ${revision}`;

/**
 * The place of a forged event: one without a valid MAC. It is never stored. Reads of the whole event store give
 * it instead of the forged event, whose data are claims of another program.
 */
const forgedEvents = defineEvents({
  ForgedEventFound: event({
    fields: forged,
    log: { action: "Event not written by this product", value: forgedEventPlace },
  }),
});
export const forgedEventFound = forgedEvents.ForgedEventFound;
export type ForgedEventFound = EventsOf<typeof forgedEvents>;

export type AuthenticityEvent = EventsOf<typeof authenticityEvents>;
