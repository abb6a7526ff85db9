import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

/**
 * `checkpoint-{name}`: the log position up to which a subscription with side effects has worked; both numbers as decimal
 * text. `eventId` is the id of the event there. It shows whether the checkpoint belongs to this log; old ones have none.
 */
export const checkpointEvents = {
  CheckpointStored: defineEvent(
    "CheckpointStored",
    z.strictObject({ commit: z.string(), prepare: z.string(), eventId: z.string().optional() }),
    {
      log: "hidden",
    },
  ),
};

export type CheckpointEvent = EventsOf<typeof checkpointEvents>;
