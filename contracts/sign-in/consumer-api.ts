import { z } from "zod";
import { deviceRow, pinIdSchema } from "../pins/api.ts";
import { consumerSessionAddresses } from "../routes/consumer-site.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { done, isoInstant, versionRead } from "../tables/table.ts";
import { accountIdSchema, idParameter } from "../values/account-id.ts";
import { emailInput, newPasswordInput, passwordInput } from "../values/inputs.ts";
import { humanCheckToken } from "./admin-api.ts";

/** A device of one of the consumer's ornaments. `thisDevice`: the request came from this device's browser. */
const ownDevice = deviceRow.extend({ thisDevice: z.boolean() });

/** One of the consumer's ornaments. `name` is the ornament's name; "" without one. */
export const ownPin = z.object({
  id: pinIdSchema,
  pin: z.string(),
  name: z.string(),
  status: z.boolean(),
  blocked: z.boolean(),
  countDevices: z.number().int(),
  devices: z.array(ownDevice),
});
export type OwnPin = z.output<typeof ownPin>;

/** The signed-in consumer with all data of the consumer site. Ornaments are in the order of their entry. */
export const signedInConsumer = z.object({
  id: accountIdSchema,
  email: z.string(),
  marketingEmail: z.boolean(),
  isActivated: z.boolean(),
  createdAt: isoInstant,
  currentPin: pinIdSchema.nullable(),
  pins: z.object({ count: z.number().int(), rows: z.array(ownPin) }),
  deviceLimit: z.number().int(),
  version: versionRead,
});
export type SignedInConsumer = z.output<typeof signedInConsumer>;

export const consumerAuth = z.object({
  accessToken: z.string(),
  user: signedInConsumer,
  pins: z.object({ count: z.number().int() }),
});

/** The consumer's account: registration, confirmation, sign-in, password. */
export const consumerSessionRoutes = defineRoutes(consumerSessionAddresses, {
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
  consumerLogin: {
    summary: "Signs a consumer in; the refresh token is set as a cookie.",
    body: z.strictObject({ email: emailInput, password: passwordInput, verifyCaptcha: humanCheckToken }),
    response: consumerAuth,
    idempotent: false,
    limit: requestLimits.failedSignIn,
    refuses: ["sign_in_failed", "not_activated"],
  },
  consumerLogout: {
    summary: "Ends the session of the refresh cookie. Its tokens are invalid immediately.",
    response: done,
    idempotent: false,
    refuses: ["cross_site"],
  },
  consumerRefresh: {
    summary: "Replaces the refresh cookie. Answers a new access token and the account with its ornaments.",
    response: consumerAuth,
    limit: requestLimits.refreshSession,
    refuses: ["user_error", "cross_site"],
  },
  ownAccount: {
    summary: "The caller's account with its ornaments and their devices.",
    response: signedInConsumer,
    limit: requestLimits.readAccount,
    refuses: ["consumer_not_found"],
  },
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
  updateOwnMarketing: {
    summary: "The consumer's consent to marketing emails.",
    body: z.strictObject({ marketingEmail: z.boolean() }),
    response: done,
    limit: requestLimits.changeConsent,
    refuses: ["consumer_not_found"],
  },
  deleteConsumer: {
    summary: "Deletes the caller's account: its PINs are released, its personal data are erased.",
    params: z.strictObject({ id: idParameter }),
    response: done,
    refuses: ["consumer_not_found"],
  },
});
