import { z } from "zod";
import { defineEvents, type EventsOf, event } from "./definition.ts";

const revision = z.string().regex(/^\d{1,19}$/);

/**
 * An event as the event store holds it. Personal fields stay encrypted, so the erasure of a person erases
 * them here too.
 */
const keptEvent = z.object({
  id: z.string(),
  revision,
  type: z.string(),
  data: z.unknown(),
  metadata: z.unknown(),
  commit: revision,
  prepare: revision,
  createdAt: z.string(),
});

/**
 * `snapshot-{stream}` ($maxCount 1): the events of a long stream that its next decision needs, up to
 * `revision`. `rule` is the version of the rule that chose them. `commands` are the latest commands of the
 * stream, oldest first, each with the revision of its first event. A snapshot only makes reading the stream
 * faster, so its deletion loses nothing.
 */
export const snapshotEvents = defineEvents({
  /** A command that read a long stream stored the events that the next command needs. */
  SnapshotTaken: event({
    fields: {
      stream: z.string().describe("The stream whose events these are."),
      rule: z.number().int().describe("The version of the rule that chose the events."),
      revision: revision.describe("The revision in the stream up to which the events were read."),
      events: z
        .array(keptEvent)
        .describe("The events as the event store holds them. Personal fields stay encrypted."),
      commands: z
        .array(z.tuple([z.string(), revision]))
        .describe("The ids of the latest commands, oldest first, each with the revision of its first event."),
    },
  }),
});

export type SnapshotEvent = EventsOf<typeof snapshotEvents>;
