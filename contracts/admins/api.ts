import { z } from "zod";
import { adminAccountAddresses } from "../routes/back-office.ts";
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

/** Admin accounts. */
export const adminAccountRoutes = defineRoutes(adminAccountAddresses, {
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
});
