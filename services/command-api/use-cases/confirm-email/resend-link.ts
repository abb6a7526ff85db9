import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../../compose-parts.ts";
import { storeCallsAtAddress } from "../claim-address/command-at-address.ts";
import { checkEmailMessage } from "../register/registration.ts";

/** `POST api/user/resend-activate-link`: the same answer for every email address. */
export const resendOwnActivationLink =
  (parts: Parts): Handler<typeof consumerSessionRoutes.resendOwnActivationLink> =>
  async (request) => {
    const { humanCheck, withinMailLimit, commandAtAddress, registeringBrowsers, contexts } = parts;
    const { email, verifyCaptcha } = request.body;
    const action = humanCheckActions.resendOwnActivationLink;
    await humanCheck.confirm({ token: verifyCaptcha, action, ip: request.ip });
    await withinMailLimit(request, { human: humanCheck.isOn }, () =>
      parts.uniformAnswers.withoutRefusals(storeCallsAtAddress, () =>
        commandAtAddress(email, {
          command: ({ consumerId, attempts }) => ({
            type: "RequestActivationLink",
            attempt: attempts.find(({ nonce }) =>
              registeringBrowsers.isRegistering(request, { consumerId, nonce }),
            )?.nonce,
            nonce: parts.randomNonce(),
            now: parts.clock().getTime(),
            limited: true,
          }),
          context: (consumerId) => contexts.ofHiddenAccount(request, consumerId),
        }),
      ),
    );
    return { success: true, message: checkEmailMessage };
  };

/** `POST api/admin/resend-activate-link`. Throws `consumer_not_found`, `already_activated`. */
export const resendActivationLink =
  (parts: Parts): Handler<typeof consumerRoutes.resendActivationLink> =>
  async (request) => {
    await parts.commandAtAddress(request.body.email, {
      command: () => ({
        type: "RequestActivationLink",
        attempt: undefined,
        nonce: parts.randomNonce(),
        now: parts.clock().getTime(),
        limited: false,
      }),
      context: () => parts.contexts.of(request),
    });
    return { success: true, message: "The activation link was sent again." };
  };
