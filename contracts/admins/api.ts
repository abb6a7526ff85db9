import { z } from "zod";
import { adminAccountPaths } from "../routes/back-office.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { done, pageOf, tableQuery, versionRead } from "../tables/table.ts";
import { accountIdSchema, idParameter } from "../values/account-id.ts";
import { emailInput, newPasswordInput } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import { adminRoles } from "../values/roles.ts";
import { keptReasonInput, lineOfText } from "../values/text.ts";
import { adminsTable } from "./columns.ts";

const name = lineOfText(limits.personName).default("");
const optionalPassword = z.union([z.literal(""), newPasswordInput]).optional();
const role = z.enum(adminRoles, { error: "Choose a role" });

export const adminRow = z.object({
  id: accountIdSchema,
  role: z.enum(adminRoles),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isActivated: z.boolean(),
  version: versionRead,
});
export type AdminRow = z.output<typeof adminRow>;

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

/** Admin accounts, also the caller's, and their passwords. */
export const adminAccountRoutes = defineRoutes(adminAccountPaths, {
  createAdmin: {
    summary: "Creates an active admin account; without a password a mail with a link to set one is sent.",
    body: z.strictObject({
      email: emailInput,
      password: optionalPassword,
      firstName: name,
      lastName: name,
      role,
    }),
    response: done.extend({ id: accountIdSchema }),
    limit: requestLimits.mailByStaff,
    refuses: ["email_taken"],
  },
  updateAdmin: {
    summary:
      "Changes the fields of an admin that are sent: email, names, role and, if it is filled in, the password.",
    body: z.strictObject({
      id: accountIdSchema,
      email: emailInput.optional(),
      password: optionalPassword,
      firstName: lineOfText(limits.personName).optional(),
      lastName: lineOfText(limits.personName).optional(),
      role: role.optional(),
      version: versionRead.optional(),
    }),
    response: done,
    refuses: ["admin_not_found", "email_taken", "own_email_fixed", "last_it_admin"],
  },
  updateAdminStatus: {
    summary:
      "Deactivates (`status` false) or activates an admin account. A deactivated admin is signed out and can't sign in. The reason stays forever.",
    body: z.strictObject({ id: accountIdSchema, status: z.boolean(), reason: keptReasonInput }),
    response: done,
    refuses: ["admin_not_found", "last_it_admin"],
  },
  signOutAdmin: {
    summary: "Ends all sessions of an admin. The reason stays forever.",
    body: z.strictObject({ id: accountIdSchema, reason: keptReasonInput }),
    response: done,
    refuses: ["admin_not_found"],
  },
  deleteAdmin: {
    summary: "Deletes an admin account. The last IT Admin can't be deleted.",
    params: z.strictObject({ id: idParameter }),
    response: done,
    refuses: ["admin_not_found", "last_it_admin"],
  },
  listAdmins: {
    summary: "The Admins table.",
    query: tableQuery(adminsTable),
    response: pageOf(adminRow),
    reads: ["admins"],
  },
  adminProfile: {
    summary: "An admin's profile: any admin's for an IT Admin or Auditor, otherwise only the caller's.",
    params: z.strictObject({ id: idParameter }),
    response: adminRow,
    reads: ["admins"],
    refuses: ["forbidden", "admin_not_found"],
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
      password: optionalPassword,
      firstName: lineOfText(limits.personName).optional(),
      lastName: lineOfText(limits.personName).optional(),
      version: versionRead.optional(),
    }),
    response: adminAuth,
    refuses: ["forbidden", "admin_not_found"],
  },
});
