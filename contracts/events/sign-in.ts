import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { defineEvent, type EventsOf } from "./definition.ts";
import { audience, instant } from "./fields.ts";

const address = { audience, key: z.string() };
const lock = { ...address, until: instant, failures: z.number().int() };

/**
 * Sign-ins by address, known or not; `key` is the address's keyed hash. Attempts, which decide the lockout, stand in
 * `{audience}SignInAttempts-{part of the key}`, a fixed number of streams shared by all addresses, with `$maxAge`. That
 * the address of an account was locked is kept for ever, in `{audience}SignIn-{key}`.
 */
export const signInEvents = {
  /** `failures` is the count with this attempt, so that the newest event of an address is all there is to read. */
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
  /** The same for an address without an account; it expires with the attempts. */
  UnknownAddressLocked: defineEvent("UnknownAddressLocked", z.strictObject(lock), { log: "hidden" }),
  SignInSucceeded: defineEvent(
    "SignInSucceeded",
    z.strictObject({ ...address, subjectId: accountIdSchema }),
    { log: "hidden" },
  ),
};

export type SignInEvent = EventsOf<typeof signInEvents>;
