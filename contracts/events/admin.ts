import { z } from "zod";
import { adminName, fullName } from "./changed-values.ts";
import { defineEvent, type EventsOf, personal } from "./definition.ts";
import { adminId, instant, nonce, passwordHash } from "./fields.ts";

/** `admin-{adminId}`: one admin's names, password and reset links. */
export const adminEvents = {
  /**
   * The admin or an IT Admin changed the names.
   * @by UpdateAdmin
   */
  AdminProfileUpdated: defineEvent(
    "AdminProfileUpdated",
    z.strictObject({
      adminId,
      firstName: personal(z.string().describe("The first name.")),
      lastName: personal(z.string().describe("The last name.")),
    }),
    {
      person: { kind: "admin", field: "adminId" },
      log: {
        action: "Admin name changed",
        value: fullName,
        changes: ({ adminId: id, ...names }) => [adminName(id, names)],
      },
    },
  ),
  /**
   * The admin or an IT Admin set the password.
   * @by UpdateAdmin
   */
  AdminPasswordSet: defineEvent(
    "AdminPasswordSet",
    z.strictObject({
      adminId,
      passwordHash,
      keptSessionId: z
        .string()
        .nullable()
        .describe("The session that stays signed in, if admins change their own password."),
    }),
    { log: { action: "Admin password set", value: () => "" } },
  ),
  /**
   * A link to set the password was requested; it is mailed.
   * @by RequestPasswordLink
   */
  AdminPasswordResetRequested: defineEvent(
    "AdminPasswordResetRequested",
    z.strictObject({
      adminId,
      nonce,
      expiresAt: instant.describe("The expiry of the link or code, as Unix time in milliseconds."),
      reason: z
        .enum(["forgotten", "invitation"])
        .describe("`invitation`: the first link of an account that was created without a password."),
    }),
    { log: { action: "Admin password link requested", value: () => "" } },
  ),
  /**
   * The admin set the password with the mailed link.
   * @by ResetPassword
   */
  AdminPasswordReset: defineEvent("AdminPasswordReset", z.strictObject({ adminId, passwordHash }), {
    log: { action: "Admin password reset", value: () => "" },
  }),
};

export type AdminEvent = EventsOf<typeof adminEvents>;
