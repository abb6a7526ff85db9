import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { readConsumerToken } from "@ornament/contracts/domain/links";
import { Refusal } from "@ornament/contracts/errors";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { confirmationLinkOf, isConfirmationSignature } from "../../aggregates/consumer/mailed-secrets.ts";
import type { Parts } from "../../compose-parts.ts";
import { sessionOfRegistration } from "../register/registering-browsers.ts";

type Confirmation = typeof consumerSessionRoutes.activateConsumer;

/** The account is read with its snapshot and its key. */
const storeCalls = { reads: 3, appends: 0 };

/**
 * `POST api/user/activate`: confirms the email address and the password of the link's registration attempt.
 * The browser of the attempt is signed in: its next `GET api/user/refresh` answers the account. Any other
 * browser gets 401 there. If the link was confirmed elsewhere, the browser of the attempt is signed in when it
 * asks `POST api/user/registration-status`. A link that was only `opened` confirms in a browser that registered
 * the account, and changes nothing elsewhere: mail scanners open links and run their scripts.
 */
export function activateConsumer(parts: Parts): Handler<Confirmation> {
  const { secrets, consumers, contexts, registeringBrowsers, credentials, signInSessions, clock } = parts;

  /**
   * Throws `link_incorrect` for a forged token, whether it names an account or not, and `link_expired` if its
   * server key was removed and it can't be checked.
   */
  const readToken = async (text: string) => {
    const token = readConsumerToken(text);
    if (!token) throw new Refusal("link_incorrect");
    const { state, events } = await consumers.load(token.consumerId);
    const link = confirmationLinkOf(secrets, events, token.nonce);
    if (link === "replaced") throw new Refusal("link_expired");
    if (!link || !isConfirmationSignature(token.signature, link)) throw new Refusal("link_incorrect");
    return { ...token, attempts: state.status === "none" ? [] : state.attempts };
  };

  const signInRegisteringBrowser = async (
    request: RouteRequest<Confirmation>,
    reply: Reply,
    attempt: { consumerId: number; nonce: string },
  ): Promise<void> => {
    if (!registeringBrowsers.isRegistering(request, attempt)) return;
    registeringBrowsers.forget(reply);
    const current = await credentials.load("consumer", attempt.consumerId);
    if (current) await signInSessions.openOnce(request, reply, current, sessionOfRegistration(attempt));
  };

  return async (request, reply) => {
    const { consumerId, nonce, attempts } = await parts.uniformAnswers.inUniformTime(storeCalls, () =>
      readToken(request.body.token),
    );
    const isRegisteredHere = (attempt: { nonce: string }) =>
      registeringBrowsers.isRegistering(request, { consumerId, nonce: attempt.nonce });
    const agreed = !request.body.opened || attempts.some(isRegisteredHere);
    const { state, events } = await consumers.handle(
      consumerId,
      { type: "ConfirmEmail", nonce, agreed, now: clock().getTime() },
      contexts.ofAccount(request, consumerId),
    );
    if (state.status === "none") throw new Refusal("link_incorrect");
    const email = state.email ?? "";
    const confirmed = events.find((event) => event.type === "ConsumerEmailConfirmed");
    if (!confirmed) return { success: true, message: "Please confirm your email.", email, confirmed: false };
    await signInRegisteringBrowser(request, reply, { consumerId, nonce: confirmed.data.attempt });
    return { success: true, message: "Your email is verified.", email, confirmed: true };
  };
}
