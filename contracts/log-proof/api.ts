import { z } from "zod";
import { logProofPaths } from "../routes/back-office.ts";
import { logKeyPaths } from "../routes/public.ts";
import { defineRoutes } from "../routes/route.ts";
import { isoInstant } from "../tables/table.ts";

/** The public key of the proof of the event store. */
export const logKeyRoutes = defineRoutes(logKeyPaths, {
  logKey: {
    summary: "The public key that signs the checkpoints of the event store, to keep outside of the product.",
    response: z.object({
      key: z
        .string()
        .nullable()
        .describe(
          "`{name}+{hash}+{Ed25519 key}`, the form of https://c2sp.org/signed-note. Null before the first signed checkpoint.",
        ),
    }),
  },
});

/** The proof of the event store, for the back office. */
export const logProofRoutes = defineRoutes(logProofPaths, {
  logCheckpoint: {
    summary:
      "The newest signed checkpoint of the event store, to keep outside of the product. `npm run audit -- verify --checkpoint FILE` compares it later.",
    response: z.object({
      checkpoint: z
        .object({
          note: z
            .string()
            .describe("The signed checkpoint, in the form of https://c2sp.org/tlog-checkpoint."),
          events: z.number().int().describe("The number of events that it covers."),
          at: isoInstant.describe("The time of the signature."),
        })
        .nullable()
        .describe("Null before the first one."),
      problem: z
        .string()
        .nullable()
        .describe(
          "The difference between the event store and its proof. Nothing is signed while there is one.",
        ),
    }),
  },
});
