import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { Refusal } from "@ornament/contracts/errors";
import { originOf } from "@ornament/platform/commands/context";
import { networkOf } from "@ornament/platform/http/network";
import type { Handler, RouteRequest } from "@ornament/platform/http/route-request";
import type { HumanCheck } from "@ornament/platform/human-check/human-check";
import type { PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { AccountIdTaken } from "../../aggregates/consumer/decider.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { WithinMailLimit } from "../../http/request-limits/mail-limit.ts";
import type { UniformAnswers } from "../../http/uniform-response.ts";
import type { EmailChanges } from "../change-email/email-change.ts";
import type { Addresses } from "../claim-address/addresses.ts";
import type { RegisteringBrowsers } from "./registering-browsers.ts";

export const checkEmailMessage = "Please check your email.";

type Registration = typeof consumerSessionRoutes.registerConsumer;

/**
 * For a new email address claim, key and account are appended. For a known one the claim is read, the account
 * twice with its snapshot, and its key.
 */
const storeCalls = { reads: 6, appends: 3 };

interface Needs {
  readonly humanCheck: HumanCheck;
  readonly withinMailLimit: WithinMailLimit;
  readonly uniformAnswers: Pick<UniformAnswers, "inUniformTime">;
  readonly hasher: Pick<PasswordHasher, "hash">;
  readonly addresses: Pick<Addresses, "claimForRegistration">;
  readonly consumers: Pick<Aggregates["consumers"], "handle">;
  readonly emailChanges: Pick<EmailChanges, "finish">;
  readonly registeringBrowsers: Pick<RegisteringBrowsers, "remember">;
  readonly contexts: Pick<RequestContexts, "ofHiddenAccount">;
  readonly randomNonce: () => string;
  readonly clock: () => Date;
}

/** `POST api/user/registration`: the same answer for a new, an unconfirmed and a confirmed email address. */
export function registerConsumer(needs: Needs): Handler<Registration> {
  const { humanCheck, withinMailLimit, hasher, addresses, consumers, emailChanges, registeringBrowsers } =
    needs;

  /**
   * The attempt that was recorded; `undefined` if the account is confirmed or the limit of mails is reached.
   */
  const registerUnder = async (
    consumerId: number,
    request: RouteRequest<Registration>,
    passwordHash: string,
  ): Promise<{ consumerId: number; nonce: string } | undefined> => {
    const { email, marketEmail: marketingEmail } = request.body;
    const nonce = needs.randomNonce();
    const now = needs.clock().getTime();
    const { events } = await consumers.handle(
      consumerId,
      { type: "Register", consumerId, email, passwordHash, marketingEmail, nonce, now },
      needs.contexts.ofHiddenAccount(request, consumerId),
    );
    const [event] = events;
    if (event?.type === "ConsumerRegistered") return { consumerId, nonce: event.data.nonce };
    if (event?.type !== "RegistrationRepeated" || !event.data.attempt) return undefined;
    return { consumerId, nonce: event.data.attempt.nonce };
  };

  /** Claims the email address again if the id belongs to an account with another address. */
  const register = async (request: RouteRequest<Registration>, passwordHash: string) => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const consumerId = await addresses.claimForRegistration(request.body.email, originOf(request));
      try {
        return await registerUnder(consumerId, request, passwordHash);
      } catch (error) {
        if (!(error instanceof AccountIdTaken)) throw error;
        await emailChanges.finish(consumerId);
      }
    }
    throw new Refusal("conflict");
  };

  return async (request, reply) => {
    const { password, verifyCaptcha } = request.body;
    const action = humanCheckActions.registerConsumer;
    await humanCheck.confirm({ token: verifyCaptcha, action, ip: request.ip });
    const asker = { known: false, name: networkOf(request.ip) };
    const attempt = await withinMailLimit(request, { human: humanCheck.isOn }, async () => {
      const passwordHash = await hasher.hash(password, asker);
      return await needs.uniformAnswers.inUniformTime(storeCalls, () => register(request, passwordHash));
    });
    registeringBrowsers.remember(reply, attempt);
    return { success: true, message: checkEmailMessage };
  };
}
