import { z } from "zod";
import { mailKinds, mailReasons } from "../mails/kinds.ts";
import { signInHelpPaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import { isoInstant } from "../tables/table.ts";
import { accountIdSchema, idParameter } from "../values/account-id.ts";
import { pinIdSchema } from "../values/inputs.ts";

/** A pause of sign-in after failed attempts. */
export const signInPause = z.object({
  knownBrowser: z.boolean().describe("For browsers that have signed in before; false: for all others."),
  until: isoInstant,
  failures: z.number().int(),
  ended: z.boolean(),
});
export type SignInPause = z.output<typeof signInPause>;

/** A mail that was requested. */
export const accountMail = z.object({
  id: z.string(),
  kind: z.enum(mailKinds),
  to: z.string().nullable().describe("The address when it was sent, or now; `null`: unreadable, or not one."),
  askedAt: isoInstant,
  state: z
    .enum(["waiting", "started", "sent", "failed", "skipped"])
    .describe(
      "`waiting`: not tried yet. `started`: being sent, or tried again because the mail server does not answer.",
    ),
  stateAt: isoInstant,
  reason: z.enum(mailReasons).nullable().describe("The reason why it failed or was skipped."),
  smtpStatus: z.number().int().nullable().describe("The SMTP status of the mail server's refusal."),
  expiresAt: isoInstant.nullable().describe("The end of the validity of its link or code, if it has one."),
  expired: z.boolean(),
  voidSince: isoInstant.nullable().describe("When a change of the address made its link or code void."),
  /** For a mail with a reset code: the state of the code. `null` for other mails and for old ones. */
  code: z
    .object({
      refused: z.number().int().describe("The number of wrong codes that were entered."),
      refusedAt: isoInstant.nullable(),
      usedUp: z.boolean().describe("Whether too many were wrong, so that the right one is refused, too."),
      acceptedAt: isoInstant.nullable(),
    })
    .nullable(),
});
export type AccountMail = z.output<typeof accountMail>;

const refusedAt = { id: z.string().describe("The event's id."), at: isoInstant };
const pin = z.object({ id: pinIdSchema, pin: z.string() });
const refusedDevice = z.string().nullable().describe("The device, such as `Safari on iPad`, if recorded.");

/** A refusal that a consumer may ask about, with the present facts that the way out depends on. */
export const refusal = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("pin-entry-paused"), ...refusedAt, until: isoInstant, ended: z.boolean() }),
  z.object({
    kind: z.literal("pin-of-another-account"),
    ...refusedAt,
    pin,
    owner: z
      .object({ id: accountIdSchema, email: z.string().nullable() })
      .nullable()
      .describe("The account that owns the PIN now; null if none does."),
  }),
  z.object({ kind: z.literal("reset-code-locked"), ...refusedAt }),
  z.object({
    kind: z.literal("device-limit"),
    ...refusedAt,
    pin,
    device: refusedDevice,
    limitThen: z.number().int().describe("The device limit at that time."),
    limit: z.number().int().describe("The device limit now."),
    devices: z.number().int().describe("The devices of the PIN now."),
    owned: z.boolean().describe("Whether the consumer still owns the PIN."),
    longestUnused: z
      .object({ id: z.number().int(), name: z.string(), lastLogin: isoInstant })
      .nullable()
      .describe(
        "The device of the PIN whose last use is the longest ago. Without a name, `name` describes it.",
      ),
  }),
  z.object({
    kind: z.literal("pin-deactivated"),
    ...refusedAt,
    pin,
    device: refusedDevice,
    deactivated: z.boolean().describe("Whether the PIN is still deactivated."),
    owned: z.boolean().describe("Whether the consumer still owns the PIN."),
  }),
]);
export type Refusal = z.output<typeof refusal>;

/** The reasons why a person may be unable to sign in. */
export const signInHelp = z.object({
  readySince: isoInstant.nullable().describe("The confirmation of the email, or an admin's first password."),
  lastSignInAt: isoInstant.nullable(),
  pauses: z.array(signInPause).describe("Those that last or ended within 24 hours, not by a password reset."),
  mails: z.array(accountMail).describe("Newest first, at most 20."),
  moreMails: z.boolean(),
  limitedMails: z
    .array(z.object({ kind: z.enum(mailKinds), until: isoInstant }))
    .describe("The kinds of mails of which the account gets no further one before `until`."),
  refusals: z.array(refusal).describe("Of the last 30 days, newest first, at most 10; none for an admin."),
});
export type SignInHelp = z.output<typeof signInHelp>;

/** The help for support when a person can't sign in. */
export const signInHelpRoutes = defineRoutes(signInHelpPaths, {
  consumerSignInHelp: {
    summary:
      "The reasons why a consumer may be unable to sign in or was refused: pauses, an unconfirmed email address, the latest mails, and the latest refusals with the present facts that the way out depends on.",
    params: z.strictObject({ id: idParameter }),
    response: signInHelp,
    reads: ["signInHelp", "pins", "settings"],
    refuses: ["consumer_not_found"],
  },
  adminSignInHelp: {
    summary:
      "The reasons why an admin may be unable to sign in: pauses, a missing password, and the latest mails.",
    params: z.strictObject({ id: idParameter }),
    response: signInHelp,
    reads: ["signInHelp"],
    refuses: ["admin_not_found"],
  },
});
