import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import type { Handler } from "@ornament/platform/http/route-request";
import type { HumanCheck } from "@ornament/platform/human-check/human-check";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { WithinMailLimit } from "../../http/request-limits/mail-limit.ts";
import type { UniformAnswers } from "../../http/uniform-response.ts";
import type { Addresses } from "../claim-address/addresses.ts";
import { type CommandAtAddress, storeCallsAtAddress } from "../claim-address/command-at-address.ts";
import { checkEmailMessage } from "../register/registration.ts";
import type { CodeTries } from "./code-tries.ts";

interface Needs {
  readonly humanCheck: HumanCheck;
  readonly withinMailLimit: WithinMailLimit;
  readonly uniformAnswers: Pick<UniformAnswers, "withoutRefusals">;
  readonly commandAtAddress: CommandAtAddress;
  readonly addresses: Pick<Addresses, "keyOf">;
  readonly codeTries: Pick<CodeTries, "asked">;
  readonly contexts: Pick<RequestContexts, "ofHiddenAccount">;
  readonly randomNonce: () => string;
  readonly clock: () => Date;
}

/**
 * `POST api/user/reset-password`: mails a code. The answer is the same for every email address, and for the
 * fourth mail in an hour.
 */
export const consumerForgotPassword =
  (needs: Needs): Handler<typeof consumerSessionRoutes.consumerForgotPassword> =>
  async (request) => {
    const { humanCheck, withinMailLimit, commandAtAddress, contexts } = needs;
    const { email, verifyCaptcha } = request.body;
    const action = humanCheckActions.consumerForgotPassword;
    await humanCheck.confirm({ token: verifyCaptcha, action, ip: request.ip });
    await withinMailLimit(request, { human: humanCheck.isOn }, () => {
      const now = needs.clock().getTime();
      needs.codeTries.asked(needs.addresses.keyOf(email), now);
      return needs.uniformAnswers.withoutRefusals(storeCallsAtAddress, () =>
        commandAtAddress(email, {
          command: () => ({ type: "RequestPasswordReset", nonce: needs.randomNonce(), now }),
          context: (consumerId) => contexts.ofHiddenAccount(request, consumerId),
        }),
      );
    });
    return { success: true, message: checkEmailMessage };
  };
