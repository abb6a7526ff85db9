import { z } from "zod";
import { defineEvent, type EventsOf, personal } from "./definition.ts";
import { adminId, erased, instant, nonce, passwordHash } from "./fields.ts";

/** `admin-{adminId}`: one admin's names, password and reset links. */
export const adminEvents = {
  AdminProfileUpdated: defineEvent(
    "AdminProfileUpdated",
    z.strictObject({ adminId, firstName: personal(z.string()), lastName: personal(z.string()) }),
    {
      person: { kind: "admin", field: "adminId" },
      log: {
        action: "Admin name changed",
        value: ({ firstName, lastName }) =>
          firstName === null && lastName === null
            ? erased
            : `${firstName ?? ""} ${lastName ?? ""}`.trim() || "(empty)",
      },
    },
  ),
  /** `keptSessionId`: the session that stays signed in, if the admin changed the own password. */
  AdminPasswordSet: defineEvent(
    "AdminPasswordSet",
    z.strictObject({ adminId, passwordHash, keptSessionId: z.string().nullable() }),
    { log: { action: "Admin password set", value: () => "" } },
  ),
  /** `invitation`: the first link of an account created without a password. */
  AdminPasswordResetRequested: defineEvent(
    "AdminPasswordResetRequested",
    z.strictObject({ adminId, nonce, expiresAt: instant, reason: z.enum(["forgotten", "invitation"]) }),
    { log: { action: "Admin password link requested", value: () => "" } },
  ),
  AdminPasswordReset: defineEvent("AdminPasswordReset", z.strictObject({ adminId, passwordHash }), {
    log: { action: "Admin password reset", value: () => "" },
  }),
};

export type AdminEvent = EventsOf<typeof adminEvents>;
