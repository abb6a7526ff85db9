import { z } from "zod";
import { logSubject } from "./action-log.ts";
import { logProofAddresses } from "./addresses/back-office.ts";
import { logKeyAddresses } from "./addresses/public.ts";
import { defineRoutes } from "./route.ts";
import { isoInstant } from "./table.ts";

/** The public key of the proof of the event store. */
export const logKeyRoutes = defineRoutes(logKeyAddresses, {
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
export const logProofRoutes = defineRoutes(logProofAddresses, {
  logEvidence: {
    summary:
      "The evidence file of one case, to keep outside of the product: its events in words, and the proof that the event store has them. `/verify-evidence.mjs` verifies it without the product. The file is made on request: until it is ready, the answer is `past_tables_filling`.",
    query: z.strictObject({ subject: logSubject }),
    response: z.looseObject({
      format: z.literal("ornament-evidence/1"),
      subject: z.string(),
      madeAt: isoInstant,
      build: z.string().describe("The build of the product that made the file."),
      personalData: z.boolean().describe("Whether the entries have the personal data that are not erased."),
      key: z.string().describe("The public key, as `GET /api/log/key` answers it."),
      checkpoint: z.string().describe("The signed checkpoint of the whole log when the file was made."),
      events: z.array(z.looseObject({})).describe("`entry`: the event in words. `leaf`: its proof."),
      signature: z.string().describe("The signed note of the SHA-256 of all bytes before the last line."),
    }),
    answers: "json-stream",
    look: "evidence",
    refuses: ["past_tables_filling", "past_tables_refused"],
  },
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
