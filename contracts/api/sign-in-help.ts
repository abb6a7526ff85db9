import { z } from "zod";
import { idParameter } from "../domain/account-id.ts";
import { mailKinds } from "../domain/mail-kinds.ts";
import { mailReasons } from "../domain/mail-reasons.ts";
import { signInHelpAddresses } from "./addresses/back-office.ts";
import { defineRoutes } from "./route.ts";
import { isoInstant } from "./table.ts";

/** A pause of sign-in after failed attempts. */
export const signInPause = z.object({
  knownBrowser: z
    .boolean()
    .describe("It is for browsers that have signed in to the account before; false: for all others."),
  until: isoInstant,
  failures: z.number().int(),
  ended: z.boolean(),
});
export type SignInPause = z.output<typeof signInPause>;

/** A mail that was asked for. */
export const accountMail = z.object({
  id: z.string(),
  kind: z.enum(mailKinds),
  askedAt: isoInstant,
  state: z
    .enum(["waiting", "started", "sent", "failed", "skipped"])
    .describe(
      "`waiting`: not tried yet. `started`: being sent, or tried again because the mail server doesn't answer.",
    ),
  stateAt: isoInstant,
  reason: z.enum(mailReasons).nullable().describe("Why it failed or was skipped."),
  smtpStatus: z.number().int().nullable().describe("What the mail server answered, if it refused the mail."),
  expiresAt: isoInstant
    .nullable()
    .describe("Until when its link or code can be used; `null` if it has none."),
  expired: z.boolean(),
  /** For a mail with a reset code: what became of the code. `null` for other mails and long ago. */
  code: z
    .object({
      refused: z.number().int().describe("How often a wrong code was typed in."),
      refusedAt: isoInstant.nullable(),
      usedUp: z.boolean().describe("It was refused too often, so that the right code is refused as well."),
      acceptedAt: isoInstant.nullable(),
    })
    .nullable(),
});
export type AccountMail = z.output<typeof accountMail>;

/** What may keep somebody from signing in. */
export const signInHelp = z.object({
  readySince: isoInstant
    .nullable()
    .describe("When a consumer's email was confirmed, or an admin's first password set. `null` until then."),
  lastSignInAt: isoInstant.nullable(),
  pauses: z
    .array(signInPause)
    .describe(
      "Pauses that last, and those that ended within 24 hours; none that was ended by a password reset.",
    ),
  mails: z.array(accountMail).describe("Newest first, at most 20."),
  moreMails: z.boolean(),
  limitedMails: z
    .array(z.object({ kind: z.enum(mailKinds), until: isoInstant }))
    .describe(
      "The kinds of mails of which so many were asked for that the account's holder gets no further one before `until`.",
    ),
});
export type SignInHelp = z.output<typeof signInHelp>;

/** What support needs when somebody can't sign in. */
export const signInHelpRoutes = defineRoutes(signInHelpAddresses, {
  consumerSignInHelp: {
    summary:
      "What may keep a consumer from signing in: pauses, the email's confirmation, and the latest mails.",
    params: z.strictObject({ id: idParameter }),
    response: signInHelp,
    reads: ["signInHelp"],
    refuses: ["consumer_not_found"],
  },
  adminSignInHelp: {
    summary: "What may keep an admin from signing in: pauses, a missing password, and the latest mails.",
    params: z.strictObject({ id: idParameter }),
    response: signInHelp,
    reads: ["signInHelp"],
    refuses: ["admin_not_found"],
  },
});
