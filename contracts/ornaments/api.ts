import { z } from "zod";
import { managedOrnamentPaths } from "../routes/back-office.ts";
import { ornamentPaths } from "../routes/consumer-site.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { done, doneWithVersion, versionRead } from "../tables/table.ts";
import { accountIdSchema } from "../values/account-id.ts";
import { pinIdSchema } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import { keptReasonInput, lineOfText } from "../values/text.ts";

/** The caller's ornaments. */
export const ornamentRoutes = defineRoutes(ornamentPaths, {
  selectPin: {
    summary: "Saves the chosen ornament as the current one.",
    body: z.strictObject({ pinId: pinIdSchema }),
    response: done,
    limit: requestLimits.selectOrnament,
    refuses: ["pin_not_found", "lockedpin"],
  },
  renameOwnPin: {
    summary: "Renames one of the caller's ornaments.",
    body: z.strictObject({
      id: pinIdSchema,
      name: lineOfText(limits.ornamentName),
      version: versionRead.optional(),
    }),
    response: done,
    limit: requestLimits.renameOrnament,
    refuses: ["pin_not_found"],
  },
});

/** Ornaments of consumers in the back office. */
export const managedOrnamentRoutes = defineRoutes(managedOrnamentPaths, {
  updatePinName: {
    summary: "Renames a consumer's ornament.",
    body: z.strictObject({
      id: pinIdSchema,
      name: lineOfText(limits.ornamentName),
      version: versionRead.optional().describe("The version of the owner's account that was read."),
    }),
    response: doneWithVersion,
    refuses: ["pin_not_found", "consumer_not_found"],
  },
  releasePin: {
    summary:
      "Releases a PIN from its owner and forgets its devices. The owner may enter it again. The reason stays forever.",
    body: z.strictObject({
      id: pinIdSchema,
      userId: accountIdSchema.describe("The owner whom the caller has read."),
      reason: keptReasonInput,
    }),
    response: done,
    refuses: ["pin_not_found", "pin_owner_changed"],
  },
});
