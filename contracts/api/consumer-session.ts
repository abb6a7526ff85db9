import { z } from "zod";
import { accountIdSchema, idParameter } from "../domain/account-id.ts";
import { emailInput, newPasswordInput, passwordInput } from "../domain/inputs.ts";
import { requestLimits } from "../domain/request-limits.ts";

import { humanCheckToken } from "./admin-session.ts";
import { deviceRow } from "./consumers.ts";
import { pinIdSchema } from "./pins.ts";
import { anybody, consumerOnly, defineRoute } from "./route.ts";
import { done, isoInstant } from "./table.ts";

/** One of the consumer's own ornaments. `name` is the nickname, "" without one. */
export const ownPin = z.object({
  id: pinIdSchema,
  pin: z.string(),
  name: z.string(),
  status: z.boolean(),
  blocked: z.boolean(),
  countDevices: z.number().int(),
  devices: z.array(deviceRow),
});
export type OwnPin = z.output<typeof ownPin>;

/** The signed-in consumer with all that the consumer site shows; needs no read model (design §1). */
export const signedInConsumer = z.object({
  id: accountIdSchema,
  email: z.string(),
  marketingEmail: z.boolean(),
  isActivated: z.boolean(),
  createdAt: isoInstant,
  currentPin: pinIdSchema.nullable(),
  pins: z.object({ count: z.number().int(), rows: z.array(ownPin) }),
  deviceLimit: z.number().int(),
});
export type SignedInConsumer = z.output<typeof signedInConsumer>;

export const consumerAuth = z.object({
  accessToken: z.string(),
  user: signedInConsumer,
  pins: z.object({ count: z.number().int() }),
});

/** The consumer's account: registration, confirmation, sign-in, password (spec §7 Consumer calls). */
export const consumerSessionRoutes = {
  registerConsumer: defineRoute({
    name: "registerConsumer",
    method: "POST",
    path: "/api/user/registration",
    summary: "Registers an account and mails the activation link; the same answer for a taken address.",
    callers: anybody,
    body: z.strictObject({
      email: emailInput,
      password: newPasswordInput,
      marketEmail: z.boolean().default(false),
      verifyCaptcha: humanCheckToken,
    }),
    response: done,
    limit: requestLimits.mail,
  }),
  activateConsumer: defineRoute({
    name: "activateConsumer",
    method: "POST",
    path: "/api/user/activate",
    summary:
      "Confirms the email with the link's token (24 h, single use) and signs in the registering browser.",
    callers: anybody,
    body: z.strictObject({ token: z.string().max(400) }),
    response: z.object({ success: z.literal(true), message: z.string(), email: z.string() }),
  }),
  resendOwnActivationLink: defineRoute({
    name: "resendOwnActivationLink",
    method: "POST",
    path: "/api/user/resend-activate-link",
    summary: "Mails the activation link again; the same answer for every address.",
    callers: anybody,
    body: z.strictObject({ email: emailInput, verifyCaptcha: humanCheckToken }),
    response: done,
    limit: requestLimits.mail,
  }),
  consumerLogin: defineRoute({
    name: "consumerLogin",
    method: "POST",
    path: "/api/user/login",
    summary: "Signs a consumer in; the refresh token travels in a cookie.",
    callers: anybody,
    body: z.strictObject({ email: emailInput, password: passwordInput, verifyCaptcha: humanCheckToken }),
    response: consumerAuth,
    idempotent: false,
    limit: requestLimits.failedSignIn,
  }),
  consumerLogout: defineRoute({
    name: "consumerLogout",
    method: "POST",
    path: "/api/user/logout",
    summary: "Ends the session of the refresh cookie; its tokens are void at once.",
    callers: anybody,
    response: done,
    idempotent: false,
  }),
  consumerRefresh: defineRoute({
    name: "consumerRefresh",
    method: "GET",
    path: "/api/user/refresh",
    summary: "Rotates the refresh cookie; answers a new access token and the account with its ornaments.",
    callers: anybody,
    response: consumerAuth,
    limit: requestLimits.refreshSession,
  }),
  consumerForgotPassword: defineRoute({
    name: "consumerForgotPassword",
    method: "POST",
    path: "/api/user/reset-password",
    summary: "Mails a six-digit code (10 minutes); the same answer for every address.",
    callers: anybody,
    body: z.strictObject({ email: emailInput, verifyCaptcha: humanCheckToken }),
    response: done,
    limit: requestLimits.mail,
  }),
  verifyResetCode: defineRoute({
    name: "verifyResetCode",
    method: "POST",
    path: "/api/user/verify-code",
    summary: "Checks the code; the proof for setting the password travels in a cookie.",
    callers: anybody,
    body: z.strictObject({
      code: z.string({ error: "Required" }).trim().min(1, "Required").max(20),
      email: emailInput,
    }),
    response: z.object({ user: z.object({ id: accountIdSchema }), message: z.string() }),
  }),
  resetConsumerPassword: defineRoute({
    name: "resetConsumerPassword",
    method: "POST",
    path: "/api/user/reset-password/:id",
    summary: "Sets the new password with the proof that verify-code handed out; ends all sessions.",
    callers: anybody,
    params: z.strictObject({ id: idParameter }),
    body: z.strictObject({ password: newPasswordInput }),
    response: done,
  }),
  updateOwnMarketing: defineRoute({
    name: "updateOwnMarketing",
    method: "PUT",
    path: "/api/user/update-marketing-email",
    summary: "The consumer's own consent to marketing emails.",
    callers: consumerOnly,
    body: z.strictObject({ marketingEmail: z.boolean() }),
    response: done,
    limit: requestLimits.changeConsent,
  }),
  deleteConsumer: defineRoute({
    name: "deleteConsumer",
    method: "DELETE",
    path: "/api/user/delete/:id",
    summary: "Deletes the caller's own account: its PINs are released, its personal data erased.",
    callers: consumerOnly,
    params: z.strictObject({ id: idParameter }),
    response: done,
  }),
} as const;
