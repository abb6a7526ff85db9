import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { originOf } from "@ornament/platform/commands/context";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { liveAccount } from "../../aggregates/consumer/decider.ts";
import type { Parts } from "../../compose-parts.ts";
import type { SignInGuard } from "../sign-in-guard/sign-in-guard.ts";

type Ended = StoredEvent<Extract<ConsumerEvent, { type: "SignInPauseEnded" }>>;

/** Sets the failed attempts before a recorded end of a pause to zero. It can be repeated. */
export type ForgetFailures = (ended: Ended) => Promise<void>;

interface ForgettingNeeds {
  readonly consumers: Pick<Aggregates["consumers"], "load">;
  readonly signInGuard: Pick<SignInGuard, "endPause">;
}

export const forgetFailures =
  ({ consumers, signInGuard }: ForgettingNeeds): ForgetFailures =>
  async ({ data: { consumerId, at }, metadata }) => {
    const { state } = await consumers.load(consumerId);
    if (state.status === "none" || state.email === null) return;
    const origin = originOf({ correlationId: metadata.$correlationId, requestId: metadata.requestId });
    await signInGuard.endPause({
      audience: "consumer",
      email: state.email,
      subjectId: consumerId,
      origin,
      at,
    });
  };

/**
 * `POST api/admin/end-sign-in-pause`: ends the pause of a consumer's sign-in. Throws `consumer_not_found`,
 * `sign_in_not_paused`.
 */
export const endSignInPause =
  (parts: Parts): Handler<typeof consumerRoutes.endSignInPause> =>
  async (request) => {
    const { id, reason } = request.body;
    const { email } = liveAccount((await parts.consumers.load(id)).state);
    const paused = email !== null && (await parts.signInGuard.isPaused({ audience: "consumer", email }));
    const now = parts.clock().getTime();
    const command = { type: "EndSignInPause", paused, now, reason } as const;
    const { events } = await parts.consumers.handle(id, command, parts.contexts.of(request));
    for (const event of events) if (event.type === "SignInPauseEnded") await parts.forgetFailures(event);
    return { success: true, message: "The pause was ended." };
  };
