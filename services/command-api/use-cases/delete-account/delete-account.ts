import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { Refusal } from "@ornament/contracts/errors";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { callingConsumer } from "../../http/caller.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { KnownBrowsers } from "../../sessions/known-browsers.ts";
import type { SignInSessions } from "../../sessions/sign-in-sessions.ts";
import type { FinishDeletion } from "./finish-deletion.ts";

interface Needs {
  readonly consumers: Pick<Aggregates["consumers"], "handle">;
  readonly finishDeletion: FinishDeletion;
  readonly signInSessions: Pick<SignInSessions, "endById" | "clearCookie">;
  readonly knownBrowsers: Pick<KnownBrowsers, "forget">;
  readonly contexts: Pick<RequestContexts, "of">;
}

/**
 * `DELETE api/user/delete/{id}`: deletes the caller's account. Throws `consumer_not_found` for any other id.
 */
export const deleteConsumer =
  (needs: Needs): Handler<typeof consumerSessionRoutes.deleteConsumer> =>
  async (request, reply) => {
    const { id: consumerId, access } = callingConsumer(request.caller);
    if (request.params.id !== consumerId) throw new Refusal("consumer_not_found");
    const context = needs.contexts.of(request);
    const { state } = await needs.consumers.handle(consumerId, { type: "DeleteAccount" }, context);
    await needs.finishDeletion(consumerId, request.positions);
    await needs.signInSessions.endById(request, access.sessionId, context);
    needs.signInSessions.clearCookie(reply, "consumer");
    const email = state.status === "none" ? null : state.email;
    needs.knownBrowsers.forget(request, reply, { audience: "consumer", email });
    return { success: true, message: "Your account was deleted." };
  };
