import { z } from "zod";
import { addingFields, defineEvents, type EventsOf, eventOf, personal } from "../events/definition.ts";
import { audience, instant, optionalText } from "../events/fields.ts";
import { accountIdSchema } from "../values/account-id.ts";
import { limits } from "../values/limits.ts";

const whose = {
  sessionId: z.string().describe("The session's id."),
  audience,
  subjectId: accountIdSchema.describe("The id of the admin or consumer."),
};

const event = eventOf({ kind: "audience", field: "subjectId" });
const userAgent = personal(z.string().max(limits.userAgent));
const address = personal(z.string().max(100));
const device = personal(optionalText("The browser in words, as it was called then; missing in old events."));
const addingClient = addingFields({ userAgent: null, address: null });

/**
 * `session-{sessionId}`: one sign-in, its refreshes and its end. See docs/decisions/0010-sign-in-sessions.md.
 */
export const sessionEvents = defineEvents({
  /**
   * An admin or a consumer signed in.
   * @by StartSession
   */
  SessionStarted: event({
    fields: {
      ...whose,
      epoch: z
        .number()
        .int()
        .describe(
          "The number of credential events of the account before. It counts within this event store only.",
        ),
      userAgent: userAgent.describe("The browser's user agent; null if it was not recorded."),
      device,
      address: address.describe("The network address as the limits see it; null if it was not recorded."),
    },
    upcasters: [addingClient],
    log: { action: "Signed in" },
  }),
  /**
   * The refresh cookie was replaced by the next one.
   * @by RefreshSession
   */
  SessionRefreshed: event({
    fields: {
      ...whose,
      generation: z
        .number()
        .int()
        .describe(
          "The number of the new refresh cookie, from 1. The one before it is accepted for a short time after `at`.",
        ),
      at: instant,
      userAgent: userAgent.describe("The user agent, if it or the address has changed; otherwise null."),
      device,
      address: address.describe("The network address, if it or the user agent has changed; otherwise null."),
    },
    upcasters: [addingClient],
  }),
  /**
   * An old refresh cookie was used again. The session ends.
   * @by RefreshSession
   */
  SessionReuseDetected: event({
    fields: {
      ...whose,
      generation: z.number().int().describe("The number of the refresh cookie that was used."),
    },
    log: { action: "Session ended: an old sign-in was replayed" },
  }),
  /**
   * The session ended.
   * @by EndSession, RefreshSession
   */
  SessionEnded: event({
    fields: {
      ...whose,
      reason: z
        .enum(["sign-out", "reuse", "credentials", "deleted"])
        .describe(
          "The reason: a sign-out, an old refresh cookie, a new password or role, or a deleted account.",
        ),
    },
    log: {
      action: "Signed out",
      value: ({ reason }) => (reason === "sign-out" ? "" : `ended: ${reason}`),
    },
  }),
});

export type SessionEvent = EventsOf<typeof sessionEvents>;
