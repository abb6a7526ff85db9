import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

/**
 * `macs-main`: the place in the event store from which on every event has a MAC. See
 * docs/decisions/0049-forged-events-are-noticed.md.
 */
export const authenticityEvents = {
  /** The first start of a build that writes MACs. Every later event without one is forged. */
  MacsRequired: defineEvent("MacsRequired", z.strictObject({}), { log: "hidden" }),
};

export type AuthenticityEvent = EventsOf<typeof authenticityEvents>;
