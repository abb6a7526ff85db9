import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { defineEvent, type EventsOf } from "./definition.ts";
import { type Audience, audience, instant } from "./fields.ts";

const address = {
  audience,
  key: z
    .string()
    .describe(
      "The keyed hash of the address; another one for browsers that have signed in to the account before.",
    ),
};
const lock = {
  until: instant.describe("Until when sign-in is paused, in milliseconds since 1970."),
  failures: z.number().int().describe("How many attempts have failed."),
};
const lockOfAccount = {
  ...address,
  ...lock,
  subjectId: accountIdSchema.optional().describe("The account; the oldest events don't say it."),
  knownBrowser: z
    .boolean()
    .optional()
    .describe(
      "Whether the failures came from a browser that had signed in to the account before; the oldest events don't say it.",
    ),
};

const siteOf = (whose: Audience) => (whose === "admin" ? "back office" : "consumer site");

/**
 * Sign-ins by address, whether or not it has an account; `key` is the keyed hash of the address, and another one for browsers that
 * have signed in to the account before, which are counted on their own. Attempts, which decide the
 * lockout, are in `{audience}SignInAttempts-{part of the key}`: a fixed number of streams that all addresses share, with
 * `$maxAge`. That the address of an account was locked is kept forever, in `{audience}SignIn-{key}`.
 * See docs/decisions/0011-uniform-answers-and-lockouts.md.
 */
export const signInEvents = {
  /**
   * A sign-in was tried. It counts as failed until `SignInSucceeded` follows.
   * @by CountAttempt
   */
  SignInFailed: defineEvent(
    "SignInFailed",
    z.strictObject({
      ...address,
      at: instant,
      failures: z
        .number()
        .int()
        .optional()
        .describe(
          "The failures with this attempt, so that only the newest event of an address has to be read.",
        ),
    }),
    { log: "hidden" },
  ),
  /**
   * Sign-in to an account was paused.
   * @by RecordLock
   */
  SignInLocked: defineEvent("SignInLocked", z.strictObject(lockOfAccount), {
    log: {
      action: "Sign-in locked for a while",
      value: ({ failures, audience: whose, knownBrowser }) =>
        `${failures} failed attempts (${siteOf(whose)}${knownBrowser ? ", a browser that signed in before" : ""})`,
    },
  }),
  /**
   * As `SignInLocked`, for a lock that is as long as the one before: during an attack there is one every hour.
   * @by RecordLock
   */
  SignInLockRepeated: defineEvent("SignInLockRepeated", z.strictObject(lockOfAccount), { log: "hidden" }),
  /**
   * As `SignInLocked`, for an address without an account: only the first of several locks. It is kept forever, in one stream for all such addresses, and doesn't say which address it was.
   * @by RecordLock
   */
  SignInLockedWithoutAccount: defineEvent(
    "SignInLockedWithoutAccount",
    z.strictObject({ audience, ...lock }),
    {
      log: {
        action: "Sign-in locked for a while",
        value: ({ failures, audience: whose }) =>
          `${failures} failed attempts (${siteOf(whose)}), an address without an account`,
      },
    },
  ),
  /**
   * The further locks of an address without an account; they expire like the attempts.
   * @by RecordLock
   */
  UnknownAddressLocked: defineEvent("UnknownAddressLocked", z.strictObject({ ...address, ...lock }), {
    log: "hidden",
  }),
  /**
   * The password was right. The failures before it are forgotten.
   * @by RecordSuccess
   */
  SignInSucceeded: defineEvent(
    "SignInSucceeded",
    z.strictObject({ ...address, subjectId: accountIdSchema.describe("The account.") }),
    { log: "hidden" },
  ),
};

export type SignInEvent = EventsOf<typeof signInEvents>;
