import { z } from "zod";
import { registrationPaths } from "../routes/consumer-site.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { done } from "../tables/table.ts";
import { emailInput, humanCheckToken, newPasswordInput } from "../values/inputs.ts";

/** A consumer's registration and the confirmation of the email address. */
export const registrationRoutes = defineRoutes(registrationPaths, {
  registerConsumer: {
    summary: "Registers an account and mails the link. The answer is the same for a taken email address.",
    body: z.strictObject({
      email: emailInput,
      password: newPasswordInput,
      marketEmail: z.boolean().default(false),
      verifyCaptcha: humanCheckToken,
    }),
    response: done,
    limit: requestLimits.mail,
  },
  activateConsumer: {
    summary:
      "Confirms the email address with the link's token (once within 24 h) and signs in the browser that registered.",
    body: z.strictObject({
      token: z.string().max(400),
      opened: z.boolean().optional().describe("True while nobody has pressed a button yet."),
    }),
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      email: z.string(),
      confirmed: z.boolean().describe("False for a link that was only opened, elsewhere."),
    }),
    refuses: ["link_incorrect", "link_expired", "link_used"],
  },
  registrationStatus: {
    summary:
      "Whether the registration of this browser is confirmed, on any device. If so, signs the browser in, once. The answer is the same for every other email address.",
    body: z.strictObject({ email: emailInput }),
    response: z.object({ confirmed: z.boolean() }),
    idempotent: false,
    limit: requestLimits.registrationStatus,
    refuses: ["cross_site"],
  },
  resendOwnActivationLink: {
    summary: "Mails the confirmation link again. The answer is the same for every email address.",
    body: z.strictObject({ email: emailInput, verifyCaptcha: humanCheckToken }),
    response: done,
    limit: requestLimits.mail,
  },
});
