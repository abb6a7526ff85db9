import { z } from "zod";
import { projectionNames } from "../projections/names.ts";
import { readModelPaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import { isoInstant } from "../tables/table.ts";

/** The state of a read model. */
export const readModelState = z.object({
  name: z.enum(projectionNames),
  state: z
    .enum(["ready", "filling", "held", "missing"])
    .describe("`held`: its position is not found in the event store. `missing`: no projector has begun it."),
  progress: z.number().describe("The filled part, from 0 to 1."),
  version: z.number().int(),
  generation: z.string().nullable(),
  lag: z
    .object({
      events: z.number().int(),
      isMore: z.boolean().describe("There are more events than counted."),
      seconds: z.number().describe("The age of the oldest event that it doesn't show."),
    })
    .nullable()
    .describe("`null` while it is not measured."),
  notUpToDate: z
    .object({ since: isoInstant, event: z.string(), position: z.string(), reason: z.string() })
    .nullable()
    .describe("The event before which it stopped, because its projection can't fold it."),
});
export type ReadModelState = z.output<typeof readModelState>;

/** The state of the read models, for the operators of the product. */
export const readModelRoutes = defineRoutes(readModelPaths, {
  readModelStates: {
    summary: "The state of each read model, and the outcome of the latest `projections verify`.",
    response: z.object({
      measuredAt: isoInstant
        .nullable()
        .describe("The time of the latest measurement by the active projector. An old one: none is active."),
      rows: z.array(readModelState),
      verification: z
        .object({ at: isoInstant, passed: z.boolean(), position: z.string(), messages: z.array(z.string()) })
        .nullable(),
    }),
  },
});
