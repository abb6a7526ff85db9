import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../../compose-parts.ts";
import { storeCallsAtAddress } from "../claim-address/command-at-address.ts";
import { checkEmailMessage } from "../register/registration.ts";

/**
 * `POST api/user/reset-password`: mails a code. The answer is the same for every email address, and for the
 * fourth mail in an hour.
 */
export const consumerForgotPassword =
  (parts: Parts): Handler<typeof consumerSessionRoutes.consumerForgotPassword> =>
  async (request) => {
    const { humanCheck, withinMailLimit, commandAtAddress, contexts } = parts;
    const { email, verifyCaptcha } = request.body;
    const action = humanCheckActions.consumerForgotPassword;
    await humanCheck.confirm({ token: verifyCaptcha, action, ip: request.ip });
    await withinMailLimit(request, { human: humanCheck.isOn }, () => {
      const now = parts.clock().getTime();
      parts.codeTries.asked(parts.addresses.keyOf(email), now);
      return parts.uniformAnswers.withoutRefusals(storeCallsAtAddress, () =>
        commandAtAddress(email, {
          command: () => ({ type: "RequestPasswordReset", nonce: parts.randomNonce(), now }),
          context: (consumerId) => contexts.ofHiddenAccount(request, consumerId),
        }),
      );
    });
    return { success: true, message: checkEmailMessage };
  };
