import { z } from "zod";
import { adminName, fullName } from "../events/changed-values.ts";
import { defineEvents, type EventsOf, eventOf, personal } from "../events/definition.ts";
import { adminId, erased, expiresAt, nonce, passwordHash, sinceSealedHashes } from "../events/fields.ts";

const event = eventOf({ kind: "admin", field: "adminId" });

/** `admin-{adminId}`: one admin's names, password, reset links and recoveries. */
export const adminEvents = defineEvents({
  /**
   * The admin or an IT Admin changed the names.
   * @by UpdateAdmin
   */
  AdminProfileUpdated: event({
    fields: {
      adminId,
      firstName: personal(z.string().describe("The first name.")),
      lastName: personal(z.string().describe("The last name.")),
    },
    log: {
      action: "Admin name changed",
      value: fullName,
      changes: ({ adminId: id, ...names }) => [adminName(id, names)],
    },
  }),
  /**
   * The admin or an IT Admin set the password.
   * @by UpdateAdmin
   */
  AdminPasswordSet: event({
    fields: {
      adminId,
      passwordHash: personal(passwordHash),
      keptSessionId: z
        .string()
        .nullable()
        .describe("The session that stays signed in, if admins change their own password."),
    },
    log: { action: "Admin password set" },
    upcasters: [sinceSealedHashes],
  }),
  /**
   * An IT Admin ended all sessions of the admin.
   * @by SignOutEverywhere
   */
  AdminSignedOutEverywhere: event({
    fields: {
      adminId,
      reason: z.string().describe("The reason in the words of the IT Admin. It is not encrypted."),
    },
    log: { action: "Admin signed out everywhere", value: ({ reason }) => reason },
  }),
  /**
   * A link to set the password was requested; it is mailed.
   * @by RequestPasswordLink
   */
  AdminPasswordResetRequested: event({
    fields: {
      adminId,
      nonce,
      expiresAt,
      reason: z
        .enum(["forgotten", "invitation"])
        .describe("`invitation`: the first link of an account that was created without a password."),
    },
    log: { action: "Admin password link requested" },
  }),
  /**
   * The admin set the password with the mailed link.
   * @by ResetPassword
   */
  AdminPasswordReset: event({
    fields: { adminId, passwordHash: personal(passwordHash) },
    log: { action: "Admin password reset" },
    upcasters: [sinceSealedHashes],
  }),
  /**
   * The operator let an IT Admin in again, at the server's console. The password no longer works, all sessions
   * end, and a link that only the console showed sets a new password. It is not mailed.
   * @by RecoverAdmin
   */
  AdminRecovered: event({
    fields: {
      adminId,
      formerEmail: personal(z.string().describe("The email address before the recovery.")),
      email: personal(z.string().describe("The email address from then on; it may be the former one.")),
      nonce,
      expiresAt,
    },
    log: {
      action: "Admin recovered by the operator",
      value: ({ formerEmail, email }) =>
        formerEmail === email ? (email ?? erased) : `${formerEmail ?? erased} → ${email ?? erased}`,
    },
  }),
});

export type AdminEvent = EventsOf<typeof adminEvents>;
