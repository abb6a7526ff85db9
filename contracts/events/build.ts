import { z } from "zod";
import { defineEvents, type EventsOf, event } from "./definition.ts";

/**
 * `builds-main`: the builds that have run on this event store, each with the events that it can write. A
 * former build reads there what it can't read.
 */
export const buildEvents = defineEvents({
  /** The first start of a build that can write events which no build before it could write. */
  BuildStarted: event({
    fields: {
      build: z.string().describe("The build, such as `1.2.0+4cc7b56`."),
      versions: z
        .record(z.string(), z.int().min(1))
        .describe("The version of each event that the build can write, by its type."),
    },
  }),
});

export type BuildEvent = EventsOf<typeof buildEvents>;
