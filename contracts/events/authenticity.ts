import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

/**
 * `macs-main`: the place in the event store from which on every event has a MAC. See
 * docs/decisions/0049-forged-events-are-noticed.md.
 */
export const authenticityEvents = {
  /** The first start of a build that writes MACs. Events without one are forged from then on. */
  MacsRequired: defineEvent(
    "MacsRequired",
    z.strictObject({
      afterSeconds: z
        .number()
        .int()
        .min(0)
        .describe(
          "The seconds after this event for which events without a MAC are accepted: while an upgrade runs, processes of the former build may still write.",
        ),
    }),
    { log: "hidden" },
  ),
};

export type AuthenticityEvent = EventsOf<typeof authenticityEvents>;
