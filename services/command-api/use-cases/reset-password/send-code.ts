import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { Handler } from "@ornament/platform/http/route-request";
import type { ConsumerState } from "../../aggregates/consumer/state.ts";
import type { Parts } from "../../compose-parts.ts";

/**
 * `POST api/admin/send-reset-code`: mails a code and a link to the consumer. Throws `consumer_not_found`,
 * `email_not_confirmed`.
 */
export const sendResetCode =
  (parts: Parts): Handler<typeof consumerRoutes.sendResetCode> =>
  async (request) => {
    const { id, reason } = request.body;
    const now = parts.clock().getTime();
    const command = { type: "SendResetCode", nonce: parts.randomNonce(), now, reason } as const;
    const { state } = await parts.consumers.handle(id, command, parts.contexts.of(request));
    const email = emailOf(state);
    if (email !== null) parts.codeTries.asked(parts.addresses.keyOf(email), now);
    return { success: true, message: "The reset code was sent." };
  };

const emailOf = (state: ConsumerState) => (state.status === "none" ? null : state.email);
