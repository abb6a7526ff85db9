import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { defineEvent, type EventsOf } from "./definition.ts";
import { audience, instant } from "./fields.ts";

const address = { audience, key: z.string() };
const lock = { ...address, until: instant, failures: z.number().int() };

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
  SignInLocked: defineEvent("SignInLocked", z.strictObject(lock), {
    log: {
      action: "Sign-in locked for a while",
      value: ({ failures, audience: whose }) =>
        `${failures} failed attempts (${whose === "admin" ? "back office" : "consumer site"})`,
    },
  }),
  /** As `SignInLocked`, for an address without an account; it expires like the attempts. */
  UnknownAddressLocked: defineEvent("UnknownAddressLocked", z.strictObject(lock), { log: "hidden" }),
  SignInSucceeded: defineEvent(
    "SignInSucceeded",
    z.strictObject({ ...address, subjectId: accountIdSchema }),
    { log: "hidden" },
  ),
};

export type SignInEvent = EventsOf<typeof signInEvents>;
