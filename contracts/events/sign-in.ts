import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { defineEvent, type EventsOf } from "./definition.ts";
import { type Audience, audience, instant } from "./fields.ts";

const address = { audience, key: z.string() };
const lock = { until: instant, failures: z.number().int() };
/**
 * `subjectId` is the account, and `knownBrowser` says whether the failures came from a browser that has signed in to it before.
 * The oldest `SignInLocked` events have neither.
 */
const lockOfAccount = {
  ...address,
  ...lock,
  subjectId: accountIdSchema.optional(),
  knownBrowser: z.boolean().optional(),
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
  /** `failures` counts this attempt too, so that only the newest event of an address has to be read. */
  SignInFailed: defineEvent(
    "SignInFailed",
    z.strictObject({ ...address, at: instant, failures: z.number().int().optional() }),
    { log: "hidden" },
  ),
  SignInLocked: defineEvent("SignInLocked", z.strictObject(lockOfAccount), {
    log: {
      action: "Sign-in locked for a while",
      value: ({ failures, audience: whose, knownBrowser }) =>
        `${failures} failed attempts (${siteOf(whose)}${knownBrowser ? ", a browser that signed in before" : ""})`,
    },
  }),
  /** As `SignInLocked`, for a lock that is as long as the one before: during an attack there is one every hour. */
  SignInLockRepeated: defineEvent("SignInLockRepeated", z.strictObject(lockOfAccount), { log: "hidden" }),
  /**
   * As `SignInLocked`, for an address without an account: only the first of several locks. It is kept forever, in one stream for all
   * such addresses, and doesn't say which address it was.
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
  /** The further locks of an address without an account; they expire like the attempts. */
  UnknownAddressLocked: defineEvent("UnknownAddressLocked", z.strictObject({ ...address, ...lock }), {
    log: "hidden",
  }),
  SignInSucceeded: defineEvent(
    "SignInSucceeded",
    z.strictObject({ ...address, subjectId: accountIdSchema }),
    { log: "hidden" },
  ),
};

export type SignInEvent = EventsOf<typeof signInEvents>;
