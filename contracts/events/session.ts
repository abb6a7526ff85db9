import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { defineEvent, type EventsOf } from "./definition.ts";
import { audience, instant } from "./fields.ts";

const whose = { sessionId: z.string(), audience, subjectId: accountIdSchema };

/** `session-{sessionId}`: one sign-in, its refreshes and its end. See docs/decisions/0010-sign-in-sessions.md. */
export const sessionEvents = {
  /** `epoch` is the number of credential events before the session was started. It counts within this log only, so it may be a number. */
  SessionStarted: defineEvent("SessionStarted", z.strictObject({ ...whose, epoch: z.number().int() }), {
    log: { action: "Signed in", value: () => "" },
  }),
  /** `generation` is the new one, counted from 1. The one before it is still accepted for a short time after `at`. */
  SessionRefreshed: defineEvent(
    "SessionRefreshed",
    z.strictObject({ ...whose, generation: z.number().int(), at: instant }),
    { log: "hidden" },
  ),
  SessionReuseDetected: defineEvent(
    "SessionReuseDetected",
    z.strictObject({ ...whose, generation: z.number().int() }),
    { log: { action: "Session ended: an old sign-in was replayed", value: () => "" } },
  ),
  SessionEnded: defineEvent(
    "SessionEnded",
    z.strictObject({ ...whose, reason: z.enum(["sign-out", "reuse", "credentials", "deleted"]) }),
    {
      log: {
        action: "Signed out",
        value: ({ reason }) => (reason === "sign-out" ? "" : `ended: ${reason}`),
      },
    },
  ),
};

export type SessionEvent = EventsOf<typeof sessionEvents>;
