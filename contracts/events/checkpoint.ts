import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

/**
 * `checkpoint-{name}`: how far a subscription with effects has come; both numbers as decimal text. `eventId` is the id of the
 * event there, by which it is told whether the checkpoint belongs to this log; older ones have none.
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
