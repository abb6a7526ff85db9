import { z } from "zod";
import { logSubject } from "../action-log/api.ts";
import { evidencePaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import { isoInstant } from "../tables/table.ts";

/** Evidence files. See docs/decisions/0060-evidence-files.md */
export const evidenceRoutes = defineRoutes(evidencePaths, {
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
    refuses: ["past_tables_filling", "past_tables_refused", "nothing_recorded"],
  },
});
