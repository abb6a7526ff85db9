import { readConsumerToken } from "@ornament/contracts/mails/links";
import type { registrationRoutes } from "@ornament/contracts/registration/api";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { commandOfEmail, storeCallsOfEmail } from "../consumers/claim-emails.ts";
import { confirmationLinkOf, isConfirmationSignature } from "../consumers/mailed-secrets.ts";
import { confirmHuman, withinMailLimit } from "../http/request-limits.ts";
import { loadCredentials } from "../sessions/credentials.ts";
import { openSessionOnce } from "../sessions/sign-in-sessions.ts";
import { sessionOfRegistration } from "./registering-browsers.ts";
import { checkEmailMessage } from "./registration.ts";

type Confirmation = typeof registrationRoutes.activateConsumer;

/** The account is read with its snapshot and its key. */
const storeCalls = { reads: 3, appends: 0 };

/**
 * `POST api/user/activate`: confirms the email address and the password of the link's registration attempt,
 * and signs in the browser of the attempt. A browser that confirmed elsewhere has to sign in. A link that was
 * only `opened` confirms in a browser that registered: mail scanners open links and run their scripts.
 */
export const activateConsumer =
  (parts: Parts): Handler<Confirmation> =>
  async (request, reply) => {
    const { consumerId, nonce, attempts } = await parts.uniformAnswers.inUniformTime(storeCalls, () =>
      readToken(parts, request.body.token),
    );
    const isRegisteredHere = (attempt: { nonce: string }) =>
      parts.registeringBrowsers.isRegistering(request, { consumerId, nonce: attempt.nonce });
    const agreed = !request.body.opened || attempts.some(isRegisteredHere);
    const { state, events } = await parts.consumers.handle(
      consumerId,
      { type: "ConfirmEmail", nonce, agreed, now: parts.clock().getTime() },
      parts.contexts.ofAccount(request, consumerId),
    );
    if (state.status === "none") throw new Refusal("link_incorrect");
    const email = state.email ?? "";
    const confirmed = events.find((event) => event.type === "ConsumerEmailConfirmed");
    if (!confirmed) return { success: true, message: "Please confirm your email.", email, confirmed: false };
    await signInRegisteringBrowser(parts, request, reply, { consumerId, nonce: confirmed.data.attempt });
    return { success: true, message: "Your email is verified.", email, confirmed: true };
  };

/**
 * Throws `link_incorrect` for a forged token, whether it names an account or not, and `link_expired` if its
 * server key was removed and it can't be checked.
 */
async function readToken({ secrets, consumers }: Parts, text: string) {
  const token = readConsumerToken(text);
  if (!token) throw new Refusal("link_incorrect");
  const { state, events } = await consumers.load(token.consumerId);
  const link = confirmationLinkOf(secrets, events, token.nonce);
  if (link === "replaced") throw new Refusal("link_expired");
  if (!link || !isConfirmationSignature(token.signature, link)) throw new Refusal("link_incorrect");
  return { ...token, attempts: state.status === "none" ? [] : state.attempts };
}

async function signInRegisteringBrowser(
  parts: Parts,
  request: RouteRequest<Confirmation>,
  reply: Reply,
  attempt: { consumerId: number; nonce: string },
): Promise<void> {
  if (!parts.registeringBrowsers.isRegistering(request, attempt)) return;
  parts.registeringBrowsers.forget(reply);
  const current = await loadCredentials(parts, "consumer", attempt.consumerId);
  if (current) await openSessionOnce(parts, request, reply, current, sessionOfRegistration(attempt));
}

/** `POST api/user/resend-activate-link`: the same answer for every email address. */
export const resendOwnActivationLink =
  (parts: Parts): Handler<typeof registrationRoutes.resendOwnActivationLink> =>
  async (request) => {
    const { humanCheck, uniformAnswers, registeringBrowsers, contexts } = parts;
    const { ip, body } = request;
    await confirmHuman(parts, "resendOwnActivationLink", request);
    const contextOf = (consumerId: number) => contexts.ofHiddenAccount(request, consumerId);
    await withinMailLimit(parts, { ip, human: humanCheck.isOn }, () =>
      uniformAnswers.withoutRefusals(storeCallsOfEmail, () =>
        commandOfEmail(parts, body.email, contextOf, ({ consumerId, attempts }) => ({
          type: "RequestActivationLink",
          attempt: attempts.find(({ nonce }) =>
            registeringBrowsers.isRegistering(request, { consumerId, nonce }),
          )?.nonce,
          nonce: parts.randomNonce(),
          now: parts.clock().getTime(),
          limited: true,
        })),
      ),
    );
    return { success: true, message: checkEmailMessage };
  };
