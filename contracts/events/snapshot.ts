import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

const revision = z.string().regex(/^\d{1,19}$/);

/** An event as the log holds it. Personal fields stay encrypted, so erasing a person erases them here, too. */
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
 * `snapshot-{stream}` ($maxCount 1): the events of a long stream that its next decision needs, up to `revision`. `rule` is
 * the version of the rule that chose them. `commands` are the latest commands of the stream, oldest first, each with the
 * revision of its first event. Deleting a snapshot loses nothing: it only makes reading the stream faster.
 */
export const snapshotEvents = {
  SnapshotTaken: defineEvent(
    "SnapshotTaken",
    z.strictObject({
      stream: z.string(),
      rule: z.number().int(),
      revision,
      events: z.array(keptEvent),
      commands: z.array(z.tuple([z.string(), revision])),
    }),
    { log: "hidden" },
  ),
};

export type SnapshotEvent = EventsOf<typeof snapshotEvents>;
