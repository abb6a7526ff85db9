import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { readActivationToken } from "@ornament/contracts/domain/links";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import { activationLinkOf, isActivationSignature } from "../../aggregates/consumer/mailed-secrets.ts";
import type { Dependencies } from "../../dependencies.ts";
import { accountContext, silentContext } from "../../http/account-context.ts";
import { commandContext } from "../../http/request-context.ts";
import { withinMailLimit } from "../../http/request-limits/mail-limit.ts";
import { quietly } from "../../http/uniform-response.ts";
import { loadCredentials } from "../../sessions/credentials.ts";
import { openSession } from "../../sessions/sessions.ts";
import { commandAtAddress } from "../claim-address/at-address.ts";
import { clearRegisteringBrowser, isRegisteringBrowser } from "../register/registering-browser.ts";
import { checkEmailMessage } from "../register/registration.ts";

type Activation = typeof consumerSessionRoutes.activateConsumer;

/**
 * `POST api/user/activate`: confirms the address and the password of the link's own attempt. The browser that made the
 * attempt gets a session with it: its next `GET api/user/refresh` answers the account, any other browser's 401.
 */
export const activateConsumer =
  (dependencies: Dependencies): Handler<Activation> =>
  async (request, reply) => {
    const { consumerId, nonce } = await readToken(dependencies, request.body.token);
    const { state, events } = await handleCommand({
      store: dependencies.store,
      decider: consumerDecider,
      stream: streams.consumer(consumerId),
      command: { type: "ConfirmEmail", nonce, now: dependencies.clock().getTime() },
      context: accountContext(dependencies, request, consumerId),
    });
    const confirmed = events.find((event) => event.type === "ConsumerEmailConfirmed");
    if (state.status === "none" || confirmed?.type !== "ConsumerEmailConfirmed") {
      throw new Refusal("link_incorrect");
    }
    await signInRegisteringBrowser(dependencies, request, reply, {
      consumerId,
      nonce: confirmed.data.attempt,
    });
    return { success: true, message: "Your email is verified.", email: state.email ?? "" };
  };

/** Throws `link_incorrect` for a token we never wrote, `link_expired` where that can't be told any more. */
async function readToken(dependencies: Dependencies, text: string) {
  const token = readActivationToken(text);
  if (!token) throw new Refusal("link_incorrect");
  const stream = streams.consumer(token.consumerId);
  const { events } = await loadState(dependencies.store, stream, consumerDecider);
  const link = activationLinkOf(dependencies, events, token.nonce);
  if (link === "replaced") throw new Refusal("link_expired");
  if (!link || !isActivationSignature(token.signature, link)) throw new Refusal("link_incorrect");
  return token;
}

async function signInRegisteringBrowser(
  dependencies: Dependencies,
  request: RouteRequest<Activation>,
  reply: Reply,
  attempt: { consumerId: number; nonce: string },
): Promise<void> {
  if (!isRegisteringBrowser(dependencies, request, attempt)) return;
  clearRegisteringBrowser(dependencies, reply);
  const credentials = await loadCredentials(dependencies.store, "consumer", attempt.consumerId);
  if (credentials) await openSession(dependencies, request, reply, credentials);
}

/** `POST api/user/resend-activate-link`: the same answer for every address. */
export const resendOwnActivationLink =
  (dependencies: Dependencies): Handler<typeof consumerSessionRoutes.resendOwnActivationLink> =>
  async (request) => {
    const { email, verifyCaptcha } = request.body;
    await dependencies.humanCheck.confirm({
      token: verifyCaptcha,
      action: humanCheckActions.resendOwnActivationLink,
      ip: request.ip,
    });
    await withinMailLimit(dependencies, request, { human: dependencies.humanCheck.isOn }, () =>
      quietly(() =>
        commandAtAddress(dependencies, email, {
          command: ({ consumerId, attempts }) => ({
            type: "RequestActivationLink",
            attempt: attempts.find(({ nonce }) =>
              isRegisteringBrowser(dependencies, request, { consumerId, nonce }),
            )?.nonce,
            nonce: dependencies.randomNonce(),
            now: dependencies.clock().getTime(),
            limited: true,
          }),
          context: (consumerId) => silentContext(dependencies, request, consumerId),
        }),
      ),
    );
    return { success: true, message: checkEmailMessage };
  };

/** `POST api/admin/resend-activate-link`. Throws `consumer_not_found`, `already_activated`. */
export const resendActivationLink =
  (dependencies: Dependencies): Handler<typeof consumerRoutes.resendActivationLink> =>
  async (request) => {
    await commandAtAddress(dependencies, request.body.email, {
      command: () => ({
        type: "RequestActivationLink",
        attempt: undefined,
        nonce: dependencies.randomNonce(),
        now: dependencies.clock().getTime(),
        limited: false,
      }),
      context: () => commandContext(dependencies, request),
    });
    return { success: true, message: "The activation link was sent again." };
  };
