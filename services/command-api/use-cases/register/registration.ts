import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand } from "@ornament/platform/commands/handle-command";
import { networkOf } from "@ornament/platform/http/network";
import type { Handler, RouteRequest } from "@ornament/platform/http/route-request";
import { AccountIdTaken, consumerDecider } from "../../aggregates/consumer/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { silentContext } from "../../http/account-context.ts";
import { withinMailLimit } from "../../http/request-limits/mail-limit.ts";
import { inEvenTime } from "../../http/uniform-response.ts";
import { finishEmailChange } from "../change-email/email-change.ts";
import { claimForRegistration } from "../claim-address/addresses.ts";
import { setRegisteringBrowser } from "./registering-browser.ts";

export const checkEmailMessage = "Please check your email.";

type Registration = typeof consumerSessionRoutes.registerConsumer;

/** `POST api/user/registration`: one answer for a new, an unconfirmed and a confirmed address (design §5). */
export const registerConsumer =
  (dependencies: Dependencies): Handler<Registration> =>
  async (request, reply) => {
    const { password, verifyCaptcha } = request.body;
    await dependencies.humanCheck.confirm({
      token: verifyCaptcha,
      action: humanCheckActions.registerConsumer,
      ip: request.ip,
    });
    const asker = { known: false, name: networkOf(request.ip) };
    const attempt = await withinMailLimit(
      dependencies,
      request,
      { human: dependencies.humanCheck.isOn },
      async () => {
        const passwordHash = await dependencies.hasher.hash(password, asker);
        return await inEvenTime(() => register(dependencies, request, passwordHash));
      },
    );
    setRegisteringBrowser(dependencies, reply, attempt);
    return { success: true, message: checkEmailMessage };
  };

/** An id may turn out to be another address's, or an address to be released: then the claim is looked at again. */
async function register(
  dependencies: Dependencies,
  request: RouteRequest<Registration>,
  passwordHash: string,
) {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const { correlationId } = request;
    const consumerId = await claimForRegistration(dependencies, request.body.email, { correlationId });
    try {
      return await registerUnder(dependencies, request, { consumerId, passwordHash });
    } catch (error) {
      if (!(error instanceof AccountIdTaken)) throw error;
      await finishEmailChange(dependencies, consumerId);
    }
  }
  throw new Refusal("conflict");
}

/** The attempt that was recorded, `undefined` where the account is confirmed or enough mails were sent. */
async function registerUnder(
  dependencies: Dependencies,
  request: RouteRequest<Registration>,
  { consumerId, passwordHash }: { consumerId: number; passwordHash: string },
): Promise<{ consumerId: number; nonce: string } | undefined> {
  const { email, marketEmail } = request.body;
  const { events } = await handleCommand({
    store: dependencies.store,
    decider: consumerDecider,
    stream: streams.consumer(consumerId),
    command: {
      type: "Register",
      consumerId,
      email,
      passwordHash,
      marketingEmail: marketEmail,
      nonce: dependencies.randomNonce(),
      now: dependencies.clock().getTime(),
    },
    context: silentContext(dependencies, request, consumerId),
  });
  const [event] = events;
  if (event?.type === "ConsumerRegistered") return { consumerId, nonce: event.data.nonce };
  if (event?.type !== "RegistrationRepeated" || !event.data.attempt) return undefined;
  return { consumerId, nonce: event.data.attempt.nonce };
}
