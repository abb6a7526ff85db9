import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { defineEvent, type EventsOf } from "./definition.ts";
import { audience, instant } from "./fields.ts";

/** `adminSignIn-{key}` and `consumerSignIn-{key}`: the lockout of an address, known or not. `key` is its keyed hash. */
export const signInEvents = {
  SignInFailed: defineEvent("SignInFailed", z.strictObject({ audience, key: z.string(), at: instant }), {
    log: "hidden",
  }),
  SignInLocked: defineEvent(
    "SignInLocked",
    z.strictObject({ audience, key: z.string(), until: instant, failures: z.number().int() }),
    {
      log: {
        action: "Sign-in locked for a while",
        value: ({ failures, audience: whose }) =>
          `${failures} failed attempts (${whose === "admin" ? "back office" : "consumer site"})`,
      },
    },
  ),
  SignInSucceeded: defineEvent(
    "SignInSucceeded",
    z.strictObject({ audience, key: z.string(), subjectId: accountIdSchema }),
    { log: "hidden" },
  ),
};

export type SignInEvent = EventsOf<typeof signInEvents>;
