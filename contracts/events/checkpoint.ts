import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

/** `checkpoint-{name}`: how far a subscription with effects has come; both numbers as decimal text. */
export const checkpointEvents = {
  CheckpointStored: defineEvent(
    "CheckpointStored",
    z.strictObject({ commit: z.string(), prepare: z.string() }),
    {
      log: "hidden",
    },
  ),
};

export type CheckpointEvent = EventsOf<typeof checkpointEvents>;
