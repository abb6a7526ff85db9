import { z } from "zod";
import { adminName, fullName } from "./changed-values.ts";
import { defineEvent, type EventsOf, personal } from "./definition.ts";
import { adminId, erased, instant, nonce, passwordHash, sinceSealedHashes } from "./fields.ts";

const person = { kind: "admin", field: "adminId" } as const;

/** `admin-{adminId}`: one admin's names, password, reset links and recoveries. */
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
      person,
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
      passwordHash: personal(passwordHash),
      keptSessionId: z
        .string()
        .nullable()
        .describe("The session that stays signed in, if admins change their own password."),
    }),
    {
      person,
      log: { action: "Admin password set", value: () => "" },
      upcasters: [sinceSealedHashes],
    },
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
  AdminPasswordReset: defineEvent(
    "AdminPasswordReset",
    z.strictObject({ adminId, passwordHash: personal(passwordHash) }),
    {
      person,
      log: { action: "Admin password reset", value: () => "" },
      upcasters: [sinceSealedHashes],
    },
  ),
  /**
   * The operator let an IT Admin in again, at the server's console. The password no longer works, all sessions
   * end, and a link that only the console showed sets a new password. It is not mailed.
   * @by RecoverAdmin
   */
  AdminRecovered: defineEvent(
    "AdminRecovered",
    z.strictObject({
      adminId,
      formerEmail: personal(z.string().describe("The email address before the recovery.")),
      email: personal(z.string().describe("The email address from then on; it may be the former one.")),
      nonce,
      expiresAt: instant.describe("The expiry of the link, as Unix time in milliseconds."),
    }),
    {
      person,
      log: {
        action: "Admin recovered by the operator",
        value: ({ formerEmail, email }) =>
          formerEmail === email ? (email ?? erased) : `${formerEmail ?? erased} → ${email ?? erased}`,
      },
    },
  ),
};

export type AdminEvent = EventsOf<typeof adminEvents>;
