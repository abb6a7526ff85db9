import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import type { Handler } from "@ornament/platform/http/route-request";
import type { HumanCheck } from "@ornament/platform/human-check/human-check";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { WithinMailLimit } from "../../http/request-limits/mail-limit.ts";
import type { UniformAnswers } from "../../http/uniform-response.ts";
import { type CommandAtAddress, storeCallsAtAddress } from "../claim-address/command-at-address.ts";
import type { RegisteringBrowsers } from "../register/registering-browsers.ts";
import { checkEmailMessage } from "../register/registration.ts";

interface ResendingNeeds {
  readonly commandAtAddress: CommandAtAddress;
  readonly contexts: Pick<RequestContexts, "of" | "ofHiddenAccount">;
  readonly randomNonce: () => string;
  readonly clock: () => Date;
}

interface OwnNeeds extends ResendingNeeds {
  readonly humanCheck: HumanCheck;
  readonly withinMailLimit: WithinMailLimit;
  readonly uniformAnswers: Pick<UniformAnswers, "withoutRefusals">;
  readonly registeringBrowsers: Pick<RegisteringBrowsers, "isRegistering">;
}

/** `POST api/user/resend-activate-link`: the same answer for every email address. */
export const resendOwnActivationLink =
  (needs: OwnNeeds): Handler<typeof consumerSessionRoutes.resendOwnActivationLink> =>
  async (request) => {
    const { humanCheck, withinMailLimit, commandAtAddress, registeringBrowsers, contexts } = needs;
    const { email, verifyCaptcha } = request.body;
    const action = humanCheckActions.resendOwnActivationLink;
    await humanCheck.confirm({ token: verifyCaptcha, action, ip: request.ip });
    await withinMailLimit(request, { human: humanCheck.isOn }, () =>
      needs.uniformAnswers.withoutRefusals(storeCallsAtAddress, () =>
        commandAtAddress(email, {
          command: ({ consumerId, attempts }) => ({
            type: "RequestActivationLink",
            attempt: attempts.find(({ nonce }) =>
              registeringBrowsers.isRegistering(request, { consumerId, nonce }),
            )?.nonce,
            nonce: needs.randomNonce(),
            now: needs.clock().getTime(),
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
  (needs: ResendingNeeds): Handler<typeof consumerRoutes.resendActivationLink> =>
  async (request) => {
    await needs.commandAtAddress(request.body.email, {
      command: () => ({
        type: "RequestActivationLink",
        attempt: undefined,
        nonce: needs.randomNonce(),
        now: needs.clock().getTime(),
        limited: false,
      }),
      context: () => needs.contexts.of(request),
    });
    return { success: true, message: "The activation link was sent again." };
  };
