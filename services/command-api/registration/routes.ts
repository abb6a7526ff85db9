import { readConsumerToken } from "@ornament/contracts/mails/links";
import type { registrationRoutes } from "@ornament/contracts/registration/api";
import { Refusal } from "@ornament/contracts/routes/errors";
import { requestLimits as rates } from "@ornament/contracts/routes/request-limits";
import { limits } from "@ornament/contracts/values/limits";
import { originOf } from "@ornament/platform/commands/context";
import { networkOf } from "@ornament/platform/http/network";
import { refuseCrossSite } from "@ornament/platform/http/origin-check";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { finishEmailChange } from "../consumers/change-email.ts";
import {
  accountOf,
  claimForRegistration,
  commandOfEmail,
  nobody,
  storeCallsOfEmail,
} from "../consumers/claim-emails.ts";
import { AccountIdTaken } from "../consumers/decider.ts";
import { confirmationLinkOf, isConfirmationSignature } from "../consumers/mailed-secrets.ts";
import { confirmHuman, withinMailLimit } from "../http/request-limits.ts";
import { consumerCredentials, loadCredentials } from "../sessions/credentials.ts";
import { openSessionOnce } from "../sessions/sign-in-sessions.ts";
import { sessionOfRegistration } from "./registering-browsers.ts";

export const checkEmailMessage = "Please check your email.";

type Registration = typeof registrationRoutes.registerConsumer;

/**
 * For a new email address claim, key and account are appended. For a known one the claim is read, the account
 * twice with its snapshot, and its key.
 */
const storeCallsOfRegistration = { reads: 6, appends: 3 };

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
      return await parts.uniformAnswers.inUniformTime(storeCallsOfRegistration, () =>
        register(request, passwordHash),
      );
    });
    registeringBrowsers.remember(reply, attempt);
    return { success: true, message: checkEmailMessage };
  };
}

type Confirmation = typeof registrationRoutes.activateConsumer;

/** The account is read with its snapshot and its key. */
const storeCallsOfConfirmation = { reads: 3, appends: 0 };

/**
 * `POST api/user/activate`: confirms the email address and the password of the link's registration attempt,
 * and signs in the browser of the attempt. A browser that confirmed elsewhere has to sign in. A link that was
 * only `opened` confirms in a browser that registered: mail scanners open links and run their scripts.
 */
export const activateConsumer =
  (parts: Parts): Handler<Confirmation> =>
  async (request, reply) => {
    const { consumerId, nonce, attempts } = await parts.uniformAnswers.inUniformTime(
      storeCallsOfConfirmation,
      () => readToken(parts, request.body.token),
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

type Status = typeof registrationRoutes.registrationStatus;

/** The claim is read, and the account with its snapshot and its key. */
const storeCallsOfStatus = { reads: 4, appends: 0 };

/**
 * `POST api/user/registration-status`: whether the attempt of this browser is the confirmed one, on any
 * device. If so, the browser is signed in as by the link itself. An unknown or a taken email address, another
 * attempt, and an unconfirmed one get the same `confirmed: false` after the same reads, and no event is
 * written. Throws `cross_site`, `too_many_requests`.
 */
export function registrationStatus(parts: Parts): Handler<Status> {
  const { consumers, registeringBrowsers, requestLimits, clock } = parts;

  const findConfirmed = async (request: RouteRequest<Status>) => {
    if (!registeringBrowsers.isMarked(request)) return undefined;
    const { email } = request.body;
    const consumerId = (await accountOf(parts, email)) ?? nobody;
    const { state, events } = await consumers.load(consumerId);
    const credentials = consumerCredentials(consumerId, events);
    if (!credentials || state.status !== "confirmed" || state.email !== email) return undefined;
    // A new password ends every session, also one that was not opened yet.
    if (credentials.epoch !== null) return undefined;
    const confirmed = events.find((event) => event.type === "ConsumerEmailConfirmed");
    if (confirmed?.type !== "ConsumerEmailConfirmed") return undefined;
    // The browser keeps the cookie for this long. A copy of it must not be valid for longer.
    const age = clock().getTime() - confirmed.createdAt.getTime();
    if (age > limits.activationLinkMilliseconds) return undefined;
    const attempt = { consumerId, nonce: confirmed.data.attempt };
    if (!registeringBrowsers.isRegistering(request, attempt)) return undefined;
    return { credentials, session: sessionOfRegistration(attempt) };
  };

  return (request, reply) =>
    requestLimits.holdBack(async () => {
      refuseCrossSite(request.headers, parts.ownOrigins);
      const asked = { name: "registration status", who: networkOf(request.ip) };
      requestLimits.count(rates.registrationStatus, asked);
      const found = await parts.uniformAnswers.inUniformTime(storeCallsOfStatus, () =>
        findConfirmed(request),
      );
      if (!found) return { confirmed: false };
      const opened = await openSessionOnce(parts, request, reply, found.credentials, found.session);
      if (!opened) return { confirmed: false };
      registeringBrowsers.forget(reply);
      return { confirmed: true };
    });
}
