import { z } from "zod";
import { adminSessionAddresses } from "../routes/back-office.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { done, versionRead } from "../tables/table.ts";
import { accountIdSchema } from "../values/account-id.ts";
import { emailInput, newPasswordInput, passwordInput } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import { adminRoles } from "../values/roles.ts";
import { lineOfText } from "../values/text.ts";

/** The signed-in admin. */
export const signedInAdmin = z.object({
  id: accountIdSchema,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(adminRoles),
  isActivated: z.boolean(),
});
export type SignedInAdmin = z.output<typeof signedInAdmin>;

export const adminAuth = z.object({ accessToken: z.string(), admin: signedInAdmin });
export const humanCheckToken = z.string().max(4096).default("");

/** The admin's sign-in, its refresh and end, and the forgotten password. */
export const adminSessionRoutes = defineRoutes(adminSessionAddresses, {
  adminLogin: {
    summary: "Signs an admin in; the refresh token is set as a cookie.",
    body: z.strictObject({ email: emailInput, password: passwordInput, verifyCaptcha: humanCheckToken }),
    response: adminAuth,
    idempotent: false,
    limit: requestLimits.failedSignIn,
    refuses: ["sign_in_failed", "admin_deactivated"],
  },
  adminLogout: {
    summary: "Ends the session of the refresh cookie. Its tokens are invalid immediately.",
    response: done,
    idempotent: false,
    refuses: ["cross_site"],
  },
  adminRefresh: {
    summary: "Rotates the refresh cookie and returns a new access token.",
    response: adminAuth,
    refuses: ["admin_error", "cross_site"],
  },
  adminForgotPassword: {
    summary: "Mails a reset link. The answer is the same for an unknown email address.",
    body: z.strictObject({ email: emailInput }),
    response: done,
    limit: requestLimits.mail,
  },
  adminResetPassword: {
    summary: "Sets the password with the link of the mail, which works once within 24 hours.",
    params: z.strictObject({ id: z.string().max(20), token: z.string().max(200) }),
    body: z.strictObject({ password: newPasswordInput }),
    response: done,
    refuses: ["reset_link_invalid"],
  },
  adminUpdateSelf: {
    summary: "Changes the caller's names and, if it is filled in, the password.",
    body: z.strictObject({
      id: accountIdSchema,
      password: z.union([z.literal(""), newPasswordInput]).optional(),
      firstName: lineOfText(limits.personName).optional(),
      lastName: lineOfText(limits.personName).optional(),
      version: versionRead.optional(),
    }),
    response: adminAuth,
    refuses: ["forbidden", "admin_not_found"],
  },
});
