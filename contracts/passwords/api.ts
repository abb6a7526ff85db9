import { z } from "zod";
import { passwordPaths } from "../routes/consumer-site.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { done } from "../tables/table.ts";
import { accountIdSchema, idParameter } from "../values/account-id.ts";
import { emailInput, humanCheckToken, newPasswordInput } from "../values/inputs.ts";

/** A consumer's forgotten password. */
export const passwordRoutes = defineRoutes(passwordPaths, {
  consumerForgotPassword: {
    summary: "Mails a six-digit code (10 minutes) and a link (an hour). The answer is always the same.",
    body: z.strictObject({ email: emailInput, verifyCaptcha: humanCheckToken }),
    response: done,
    limit: requestLimits.mail,
  },
  verifyResetCode: {
    summary: "Checks the code; the proof for setting the password is set as a cookie.",
    body: z.strictObject({
      code: z.string({ error: "Required" }).trim().min(1, "Required").max(20),
      email: emailInput,
    }),
    response: z.object({ user: z.object({ id: accountIdSchema }), message: z.string() }),
    limit: requestLimits.failedResetCode,
    refuses: ["reset_code_invalid"],
  },
  resetConsumerPassword: {
    summary: "Sets the password with the code's proof or the mailed link's token. Ends all sessions.",
    params: z.strictObject({ id: idParameter }),
    body: z.strictObject({
      password: newPasswordInput.optional().describe("Without it, the link or the proof is only checked."),
      token: z.string().max(400).optional(),
    }),
    response: done,
    refuses: ["reset_proof_invalid", "reset_link_invalid"],
  },
});
