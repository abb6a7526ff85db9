import { z } from "zod";
import { signedInConsumer } from "../account/api.ts";
import { binding, heldDeviceToken, userAgentInput } from "../devices/api.ts";
import { pinEntryPaths } from "../routes/consumer-site.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { accountIdSchema } from "../values/account-id.ts";
import { emailInput, pinCodeInput } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import { lineOfText } from "../values/text.ts";

export const pinEntryRoutes = defineRoutes(pinEntryPaths, {
  activatePins: {
    summary:
      "Adds one or more PINs to the caller's account, all or none; with `device` the first is bound to it.",
    body: z.strictObject({
      userId: accountIdSchema,
      email: emailInput,
      marketingEmail: z.boolean().optional(),
      pin: z
        .array(z.strictObject({ pin: pinCodeInput, name: lineOfText(limits.ornamentName).default("") }))
        .min(1, "Required")
        .max(limits.ornamentsPerAccount),
      device: userAgentInput.optional(),
      deviceToken: heldDeviceToken,
    }),
    response: z.object({ user: signedInConsumer, count: z.number().int(), binding: binding.nullable() }),
    limit: requestLimits.enterPins,
    refuses: [
      "consumer_not_found",
      "not_activated",
      "pins_refused",
      "too_many_ornaments",
      "pin_entry_limited",
    ],
  },
});
