import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { Refusal } from "@ornament/contracts/errors";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../../compose-parts.ts";
import { callingConsumer } from "../../http/caller.ts";

/**
 * `DELETE api/user/delete/{id}`: deletes the caller's account. Throws `consumer_not_found` for any other id.
 */
export const deleteConsumer =
  (parts: Parts): Handler<typeof consumerSessionRoutes.deleteConsumer> =>
  async (request, reply) => {
    const { id: consumerId, access } = callingConsumer(request.caller);
    if (request.params.id !== consumerId) throw new Refusal("consumer_not_found");
    const context = parts.contexts.of(request);
    const { state } = await parts.consumers.handle(consumerId, { type: "DeleteAccount" }, context);
    await parts.finishDeletion(consumerId, request.positions);
    await parts.signInSessions.endById(request, access.sessionId, context);
    parts.signInSessions.clearCookie(reply, "consumer");
    const email = state.status === "none" ? null : state.email;
    parts.knownBrowsers.forget(request, reply, { audience: "consumer", email });
    return { success: true, message: "Your account was deleted." };
  };
