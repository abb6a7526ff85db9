import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { ConsumerState } from "../../aggregates/consumer/state.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { Addresses } from "../claim-address/addresses.ts";
import type { CodeTries } from "./code-tries.ts";

interface Needs {
  readonly consumers: Pick<Aggregates["consumers"], "handle">;
  readonly addresses: Pick<Addresses, "keyOf">;
  readonly codeTries: Pick<CodeTries, "asked">;
  readonly contexts: Pick<RequestContexts, "of">;
  readonly randomNonce: () => string;
  readonly clock: () => Date;
}

/**
 * `POST api/admin/send-reset-code`: mails a code and a link to the consumer. Throws `consumer_not_found`,
 * `email_not_confirmed`.
 */
export const sendResetCode =
  (needs: Needs): Handler<typeof consumerRoutes.sendResetCode> =>
  async (request) => {
    const { id, reason } = request.body;
    const now = needs.clock().getTime();
    const command = { type: "SendResetCode", nonce: needs.randomNonce(), now, reason } as const;
    const { state } = await needs.consumers.handle(id, command, needs.contexts.of(request));
    const email = emailOf(state);
    if (email !== null) needs.codeTries.asked(needs.addresses.keyOf(email), now);
    return { success: true, message: "The reset code was sent." };
  };

const emailOf = (state: ConsumerState) => (state.status === "none" ? null : state.email);
