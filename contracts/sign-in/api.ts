import { z } from "zod";
import { signedInConsumer } from "../account/api.ts";
import { adminAuth } from "../admins/api.ts";
import { adminSessionPaths } from "../routes/back-office.ts";
import { consumerSessionPaths } from "../routes/consumer-site.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { done } from "../tables/table.ts";
import { emailInput, humanCheckToken, passwordInput } from "../values/inputs.ts";

const signIn = {
  body: z.strictObject({ email: emailInput, password: passwordInput, verifyCaptcha: humanCheckToken }),
  idempotent: false,
  limit: requestLimits.failedSignIn,
} as const;
const signOut = {
  summary: "Ends the session of the refresh cookie. Its tokens are invalid immediately.",
  response: done,
  idempotent: false,
  refuses: ["cross_site"],
} as const;

/** An admin's sign-in, its refresh and end. */
export const adminSessionRoutes = defineRoutes(adminSessionPaths, {
  adminLogin: {
    summary: "Signs an admin in; the refresh token is set as a cookie.",
    ...signIn,
    response: adminAuth,
    refuses: ["sign_in_failed", "admin_deactivated"],
  },
  adminLogout: signOut,
  adminRefresh: {
    summary: "Rotates the refresh cookie and returns a new access token.",
    response: adminAuth,
    refuses: ["admin_error", "cross_site"],
  },
});

export const consumerAuth = z.object({
  accessToken: z.string(),
  user: signedInConsumer,
  pins: z.object({ count: z.number().int() }),
});

/** A consumer's sign-in, its refresh and end. */
export const consumerSessionRoutes = defineRoutes(consumerSessionPaths, {
  consumerLogin: {
    summary: "Signs a consumer in; the refresh token is set as a cookie.",
    ...signIn,
    response: consumerAuth,
    refuses: ["sign_in_failed", "not_activated"],
  },
  consumerLogout: signOut,
  consumerRefresh: {
    summary: "Replaces the refresh cookie. Answers a new access token and the account with its ornaments.",
    response: consumerAuth,
    limit: requestLimits.refreshSession,
    refuses: ["user_error", "cross_site"],
  },
});
