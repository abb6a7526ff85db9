import { z } from "zod";
import { adminRoles, roleLabels } from "../domain/roles.ts";
import { defineEvent, type EventsOf, personal } from "./definition.ts";
import { adminId, erased, passwordHash } from "./fields.ts";

/** `adminDirectory-main`: which admins exist, with their unique addresses and roles, so that one IT Admin is always left. */
export const adminDirectoryEvents = {
  /**
   * `passwordHash`: the password that the account was created with. It is in the same event so that neither can exist without
   * the other. Absent for an invited admin, and in old events, whose password is in the admin's own stream.
   */
  AdminAccountCreated: defineEvent(
    "AdminAccountCreated",
    z.strictObject({
      adminId,
      email: personal(z.string()),
      firstName: personal(z.string()),
      lastName: personal(z.string()),
      role: z.enum(adminRoles),
      passwordHash: passwordHash.optional(),
    }),
    {
      person: { kind: "admin", field: "adminId" },
      log: {
        action: "Admin account created",
        value: ({ email, role }) => `${email ?? erased}, ${roleLabels[role]}`,
      },
    },
  ),
  AdminEmailChanged: defineEvent(
    "AdminEmailChanged",
    z.strictObject({ adminId, email: personal(z.string()) }),
    {
      person: { kind: "admin", field: "adminId" },
      log: { action: "Admin email changed", value: ({ email }) => email ?? erased },
    },
  ),
  AdminRoleChanged: defineEvent(
    "AdminRoleChanged",
    z.strictObject({ adminId, email: personal(z.string()), role: z.enum(adminRoles) }),
    {
      person: { kind: "admin", field: "adminId" },
      log: {
        action: "Admin role changed",
        value: ({ email, role }) => `${email ?? erased}, ${roleLabels[role]}`,
      },
    },
  ),
  AdminAccountDeleted: defineEvent(
    "AdminAccountDeleted",
    z.strictObject({ adminId, email: personal(z.string()) }),
    {
      person: { kind: "admin", field: "adminId" },
      log: { action: "Admin account deleted", value: ({ email }) => email ?? erased },
    },
  ),
};

export type AdminDirectoryEvent = EventsOf<typeof adminDirectoryEvents>;
