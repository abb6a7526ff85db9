import { z } from "zod";
import { defineEvents, type EventsOf, event } from "../events/definition.ts";
import { optionalText } from "../events/fields.ts";

/**
 * `checkpoint-{name}`: the position up to which a subscription with side effects has worked; both numbers as
 * decimal text. `eventId` is the id of the event there. It shows whether the checkpoint belongs to this event
 * store; old ones have none.
 */
export const checkpointEvents = defineEvents({
  /** A subscription stored its position. */
  CheckpointStored: event({
    fields: {
      commit: z.string().describe("The commit position, as decimal text."),
      prepare: z.string().describe("The prepare position, as decimal text."),
      eventId: optionalText(
        "The id of the event there, which shows whether the checkpoint belongs to this event store; old ones have none.",
      ),
    },
  }),
});

export type CheckpointEvent = EventsOf<typeof checkpointEvents>;
