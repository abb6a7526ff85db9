import { z } from "zod";
import { adminAccount, adminEmail, adminName, adminRole } from "../events/changed-values.ts";
import { defineEvents, type EventsOf, eventOf, personal, type Upcaster } from "../events/definition.ts";
import { adminId, erased, passwordHash, sinceSealedHashes } from "../events/fields.ts";
import { adminRoles, roleLabels } from "../values/roles.ts";

/**
 * Version 2 can have the role Auditor. An older build would take an Auditor's account for a damaged event; a
 * newer version tells it to wait for its upgrade.
 */
const sinceAuditors: Upcaster = (data) => ({ ...data });

const email = personal(z.string().describe("The admin's email address."));
const reason = z.string().describe("The reason in the words of the IT Admin. It is not encrypted.");
const role = z.enum(adminRoles).describe("The admin's role.");
const event = eventOf({ kind: "admin", field: "adminId" });

/**
 * `adminDirectory-main`: all admins, with their unique email addresses and roles, so that one IT Admin is
 * always left.
 */
export const adminDirectoryEvents = defineEvents({
  /**
   * An IT Admin created an admin account; the first start creates the first one. The password is in the same
   * event, so that neither can exist without the other.
   * @by CreateFirstAdmin, CreateAdmin
   */
  AdminAccountCreated: event({
    fields: {
      adminId,
      email,
      firstName: personal(z.string().describe("The first name.")),
      lastName: personal(z.string().describe("The last name.")),
      role,
      passwordHash: personal(
        passwordHash
          .optional()
          .describe(
            "The bcrypt hash of the password that the account was created with. Absent for an invited admin, and in old events, whose password is in the admin's stream.",
          ),
      ),
    },
    log: {
      action: "Admin account created",
      value: ({ email, role }) => `${email ?? erased}, ${roleLabels[role]}`,
      changes: ({ adminId: id, email, role, ...names }) => [
        adminEmail(id, email),
        adminRole(id, role),
        adminName(id, names),
      ],
    },
    upcasters: [sinceAuditors, sinceSealedHashes],
  }),
  /**
   * An IT Admin changed the email address of an admin, or the operator did it to let an IT Admin in again.
   * @by ChangeAdmin, RecoverAdmin
   */
  AdminEmailChanged: event({
    fields: { adminId, email },
    log: {
      action: "Admin email changed",
      value: ({ email }) => email ?? erased,
      changes: ({ adminId: id, email }) => [adminEmail(id, email)],
    },
  }),
  /**
   * An IT Admin changed the role of an admin. The admin's sessions end.
   * @by ChangeAdmin
   */
  AdminRoleChanged: event({
    fields: { adminId, email, role },
    log: {
      action: "Admin role changed",
      value: ({ email, role }) => `${email ?? erased}, ${roleLabels[role]}`,
      changes: ({ adminId: id, role }) => [adminRole(id, role)],
    },
    upcasters: [sinceAuditors],
  }),
  /**
   * An IT Admin deactivated an admin account: it can't sign in, and its sessions end.
   * @by DeactivateAdmin
   */
  AdminDeactivated: event({
    fields: { adminId, email, reason },
    log: {
      action: "Admin account deactivated",
      value: ({ email, reason }) => `${email ?? erased}: ${reason}`,
      changes: ({ adminId: id }) => [adminAccount(id, "Deactivated")],
    },
  }),
  /**
   * An IT Admin activated an admin account again, or the operator did it to let an IT Admin in again.
   * @by ReactivateAdmin, RecoverAdmin
   */
  AdminReactivated: event({
    fields: { adminId, email, reason },
    log: {
      action: "Admin account activated",
      value: ({ email, reason }) => `${email ?? erased}: ${reason}`,
      changes: ({ adminId: id }) => [adminAccount(id, "Active")],
    },
  }),
  /**
   * An IT Admin deleted an admin account. The personal data stay until their retention ends, so that the log
   * names the person.
   * @by DeleteAdmin
   */
  AdminAccountDeleted: event({
    fields: { adminId, email },
    log: {
      action: "Admin account deleted",
      value: ({ email }) => email ?? erased,
      changes: ({ adminId: id }) => [adminAccount(id, "Deleted")],
    },
  }),
  /**
   * The retention of a deleted admin's personal data has ended, and the key of the person is erased.
   * @by RecordErasure
   */
  AdminDataErased: event({ fields: { adminId }, log: { action: "Admin data erased" }, erases: true }),
});

export type AdminDirectoryEvent = EventsOf<typeof adminDirectoryEvents>;
