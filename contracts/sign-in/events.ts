import { z } from "zod";
import { defineEvents, type EventsOf, event } from "../events/definition.ts";
import { type Audience, audience, instant } from "../events/fields.ts";
import { accountIdSchema } from "../values/account-id.ts";

const address = {
  audience,
  key: z
    .string()
    .describe(
      "The keyed hash of the email address; another one for browsers that have signed in to the account before.",
    ),
};
const lock = {
  until: instant.describe("The end of the pause of sign-in, as Unix time in milliseconds."),
  failures: z.number().int().describe("The number of failed attempts."),
};
const lockOfAccount = {
  ...address,
  ...lock,
  subjectId: accountIdSchema.optional().describe("The account; the oldest events have none."),
  knownBrowser: z
    .boolean()
    .optional()
    .describe(
      "Whether the failures came from a browser that had signed in to the account before; missing in the oldest events.",
    ),
};

const siteOf = (whose: Audience) => (whose === "admin" ? "back office" : "consumer site");

/**
 * Sign-ins by email address, with or without an account. `key` is the keyed hash of the address. Browsers
 * that have signed in to the account before have another key and are counted separately. Attempts, which
 * decide the lock, are in `{audience}SignInAttempts-{part of the key}`: a fixed number of streams that all
 * addresses share, with `$maxAge`. A lock of an account is kept for ever, in `{audience}SignIn-{key}`. See
 * docs/decisions/0011-uniform-answers-and-lockouts.md.
 */
export const signInEvents = defineEvents({
  /**
   * A sign-in was tried. It counts as failed until `SignInSucceeded` follows.
   * @by CountAttempt
   */
  SignInFailed: event({
    fields: {
      ...address,
      at: instant,
      failures: z
        .number()
        .int()
        .optional()
        .describe(
          "The number of failures including this attempt, so that only the newest event of an address has to be read.",
        ),
    },
  }),
  /**
   * Sign-in to an account was paused.
   * @by RecordLock
   */
  SignInLocked: event({
    fields: lockOfAccount,
    log: {
      action: "Sign-in locked for a while",
      value: ({ failures, audience: whose, knownBrowser }) =>
        `${failures} failed attempts (${siteOf(whose)}${knownBrowser ? ", a browser that signed in before" : ""})`,
    },
  }),
  /**
   * Like `SignInLocked`, for a lock that is as long as the one before: during an attack there is one every
   * hour.
   * @by RecordLock
   */
  SignInLockRepeated: event({ fields: lockOfAccount }),
  /**
   * Like `SignInLocked`, for an email address without an account: only the first of several locks. It is kept
   * for ever, in one stream for all such addresses, without the address.
   * @by RecordLock
   */
  SignInLockedWithoutAccount: event({
    fields: { audience, ...lock },
    log: {
      action: "Sign-in locked for a while",
      value: ({ failures, audience: whose }) =>
        `${failures} failed attempts (${siteOf(whose)}), an address without an account`,
    },
  }),
  /**
   * A further lock of an email address without an account; it expires like the attempts.
   * @by RecordLock
   */
  UnknownAddressLocked: event({ fields: { ...address, ...lock } }),
  /**
   * The password was right. The count of failures is zero again.
   * @by RecordSuccess
   */
  SignInSucceeded: event({ fields: { ...address, subjectId: accountIdSchema.describe("The account.") } }),
});

export type SignInEvent = EventsOf<typeof signInEvents>;
