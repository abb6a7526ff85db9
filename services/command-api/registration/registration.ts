import type { registrationRoutes } from "@ornament/contracts/registration/api";
import { Refusal } from "@ornament/contracts/routes/errors";
import { originOf } from "@ornament/platform/commands/context";
import { networkOf } from "@ornament/platform/http/network";
import type { Handler, RouteRequest } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { finishEmailChange } from "../consumers/change-email.ts";
import { claimForRegistration } from "../consumers/claim-emails.ts";
import { AccountIdTaken } from "../consumers/decider.ts";
import { confirmHuman, withinMailLimit } from "../http/request-limits.ts";

export const checkEmailMessage = "Please check your email.";

type Registration = typeof registrationRoutes.registerConsumer;

/**
 * For a new email address claim, key and account are appended. For a known one the claim is read, the account
 * twice with its snapshot, and its key.
 */
const storeCalls = { reads: 6, appends: 3 };

/** `POST api/user/registration`: the same answer for a new, an unconfirmed and a confirmed email address. */
export function registerConsumer(parts: Parts): Handler<Registration> {
  const { humanCheck, hasher, consumers, registeringBrowsers } = parts;

  /**
   * The attempt that was recorded; `undefined` if the account is confirmed or the limit of mails is reached.
   */
  const registerUnder = async (
    consumerId: number,
    request: RouteRequest<Registration>,
    passwordHash: string,
  ): Promise<{ consumerId: number; nonce: string } | undefined> => {
    const { email, marketEmail: marketingEmail } = request.body;
    const nonce = parts.randomNonce();
    const now = parts.clock().getTime();
    const { events } = await consumers.handle(
      consumerId,
      { type: "Register", consumerId, email, passwordHash, marketingEmail, nonce, now },
      parts.contexts.ofHiddenAccount(request, consumerId),
    );
    const [event] = events;
    if (event?.type === "ConsumerRegistered") return { consumerId, nonce: event.data.nonce };
    if (event?.type !== "RegistrationRepeated" || !event.data.attempt) return undefined;
    return { consumerId, nonce: event.data.attempt.nonce };
  };

  /** Claims the email address again if the id belongs to an account with another address. */
  const register = async (request: RouteRequest<Registration>, passwordHash: string) => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const consumerId = await claimForRegistration(parts, request.body.email, originOf(request));
      try {
        return await registerUnder(consumerId, request, passwordHash);
      } catch (error) {
        if (!(error instanceof AccountIdTaken)) throw error;
        await finishEmailChange(parts, consumerId);
      }
    }
    throw new Refusal("conflict");
  };

  return async (request, reply) => {
    const { body, ip } = request;
    await confirmHuman(parts, "registerConsumer", request);
    const asker = { known: false, name: networkOf(ip) };
    const attempt = await withinMailLimit(parts, { ip, human: humanCheck.isOn }, async () => {
      const passwordHash = await hasher.hash(body.password, asker);
      return await parts.uniformAnswers.inUniformTime(storeCalls, () => register(request, passwordHash));
    });
    registeringBrowsers.remember(reply, attempt);
    return { success: true, message: checkEmailMessage };
  };
}
