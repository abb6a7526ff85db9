import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import { readConsumerToken } from "@ornament/contracts/mails/links";
import type { passwordRoutes } from "@ornament/contracts/passwords/api";
import { Refusal } from "@ornament/contracts/routes/errors";
import { requestLimits as rates } from "@ornament/contracts/routes/request-limits";
import { limits } from "@ornament/contracts/values/limits";
import { type CommandContext, originOf } from "@ornament/platform/commands/context";
import type { Handled } from "@ornament/platform/commands/handle-command";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { networkOf } from "@ornament/platform/http/network";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { LRUCache } from "lru-cache";
import type { Parts } from "../compose-parts.ts";
import { accountOf, commandOfEmail, emailKeyOf, storeCallsOfEmail } from "../consumers/claim-emails.ts";
import type { ResetGrant } from "../consumers/commands.ts";
import { decideReset } from "../consumers/decide-reset.ts";
import {
  isResetCode,
  isResetProof,
  isResetSignature,
  resetCodeOf,
  resetProofOf,
  writeResetProof,
} from "../consumers/mailed-secrets.ts";
import { type ConsumerState, mailAllowed } from "../consumers/state.ts";
import { confirmHuman, withinMailLimit } from "../http/request-limits.ts";
import { checkEmailMessage } from "../registration/routes.ts";
import { cookieOf } from "../sessions/refresh-cookies.ts";

/** `POST api/user/reset-password`: the same for every address, and for the fourth mail in an hour. */
export const consumerForgotPassword =
  (parts: Parts): Handler<typeof passwordRoutes.consumerForgotPassword> =>
  async (request) => {
    const { humanCheck, uniformAnswers, codeTries, contexts } = parts;
    const { ip, body } = request;
    await confirmHuman(parts, "consumerForgotPassword", request);
    const contextOf = (consumerId: number) => contexts.ofHiddenAccount(request, consumerId);
    await withinMailLimit(parts, { ip, human: humanCheck.isOn }, () => {
      const now = parts.clock().getTime();
      codeTries.asked(emailKeyOf(parts, body.email), now);
      return uniformAnswers.withoutRefusals(storeCallsOfEmail, () =>
        commandOfEmail(parts, body.email, contextOf, () => ({
          type: "RequestPasswordReset",
          nonce: parts.randomNonce(),
          now,
        })),
      );
    });
    return { success: true, message: checkEmailMessage };
  };

/**
 * More addresses than ask for a code at the same time. For a dropped address, the usual message is answered.
 */
const emailsRemembered = 20_000;

interface Tries {
  /** The times when codes were requested (Unix times in milliseconds). */
  askedAt: readonly number[];
  /** Tries since the newest code. */
  count: number;
  lastKey: string | undefined;
}

/**
 * Counts the tries of reset codes of an email address in this replica's memory, only for the message of a
 * refusal. The count is the same with and without an account, and a right code changes nothing.
 */
export function codeTries() {
  const addresses = new LRUCache<string, Tries>({ max: emailsRemembered });
  const none: Tries = { askedAt: [], count: 0, lastKey: undefined };
  return {
    /** A code was requested. If one may be mailed now, tries are counted from zero. */
    asked(address: string, now: number): void {
      const { askedAt } = addresses.get(address) ?? none;
      if (mailAllowed(askedAt, now))
        addresses.set(address, { ...none, askedAt: [...askedAt, now].slice(-limits.mailsPerHour) });
    },
    /** Counts a try, once for each idempotency key. Returns the number since the newest code. */
    tried(address: string, key: string): number {
      const tries = addresses.get(address) ?? none;
      const count = tries.lastKey === key ? tries.count : tries.count + 1;
      addresses.set(address, { ...tries, count, lastKey: key });
      return count;
    },
  };
}

type Verification = typeof passwordRoutes.verifyResetCode;

const triedTooOften =
  "This code was tried too often. Please open the link in the mail, or ask for a new code.";

/** The claim, and the account with its snapshot and key, which the decision reads again; the try. */
const storeCallsOfCheck = { reads: 6, appends: 1 };

/**
 * `POST api/user/verify-code`. Throws `reset_code_invalid` for a wrong code, an unknown email address and any
 * other refusal. After too many tries its message says so, for every address. Throws `too_many_requests`
 * after too many wrong codes from a network, because each adds an event.
 */
export function verifyResetCode(parts: Parts): Handler<Verification> {
  const { secrets, consumers, contexts, requestLimits, randomNonce, clock } = parts;

  /** A right and a wrong code are both recorded before they are answered. */
  const tryCode = async (request: RouteRequest<Verification>, consumerId: number) => {
    const { email, code } = request.body;
    const { state, events } = await consumers.load(consumerId);
    const secret = resetCodeOf(secrets, events);
    if (!secret || state.status === "none" || state.email !== email) throw new Refusal("reset_code_invalid");
    const { nonce } = secret;
    const command = {
      type: "TryResetCode",
      nonce,
      matches: isResetCode(code, secret),
      proof: randomNonce(),
      now: clock().getTime(),
    } as const;
    try {
      return await consumers.handle(consumerId, command, contexts.ofHiddenAccount(request, consumerId));
    } catch (error) {
      // Other refusals would show that the email address has an account.
      if (error instanceof Refusal && error.status < 500) throw new Refusal("reset_code_invalid");
      throw error;
    }
  };

  const verify = async (request: RouteRequest<Verification>) => {
    const consumerId = await accountOf(parts, request.body.email);
    if (consumerId === undefined) throw new Refusal("reset_code_invalid");
    const { events } = await tryCode(request, consumerId);
    const accepted = events.some((event) => event.type === "PasswordResetCodeAccepted");
    const proof = accepted ? resetProofOf(secrets, events) : undefined;
    if (!proof) throw new Refusal("reset_code_invalid");
    return { consumerId, proof };
  };

  /** The last allowed try has this reason too: any further one would be refused. */
  const sayWhy = (error: unknown, tries: number): unknown =>
    error instanceof Refusal && error.code === "reset_code_invalid" && tries >= limits.resetCodeAttempts
      ? new Refusal("reset_code_invalid", { message: triedTooOften })
      : error;

  const confirm = async (request: RouteRequest<Verification>) => {
    const asked = { name: "failed reset code", who: networkOf(request.ip) };
    const failure = requestLimits.count(rates.failedResetCode, asked);
    const tries = parts.codeTries.tried(emailKeyOf(parts, request.body.email), request.idempotencyKey);
    try {
      const confirmed = await parts.uniformAnswers.inUniformTime(storeCallsOfCheck, () => verify(request));
      failure.giveBack();
      return confirmed;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "reset_code_invalid") failure.giveBack();
      throw sayWhy(error, tries);
    }
  };

  return async (request, reply) => {
    const { consumerId, proof } = await requestLimits.holdBack(() => confirm(request));
    const { name, options } = proofCookie(parts);
    reply.cookie(name, writeResetProof(proof), options);
    return { user: { id: consumerId }, message: "Please choose a new password." };
  };
}

/** The cookie with the proof that the right code was entered, which a new password needs. */
export const proofCookie = (parts: Parts) =>
  cookieOf(parts, "resetProof", limits.resetCodeMilliseconds / 1000);

type Events = readonly StoredEvent<ConsumerEvent>[];
type NewPassword = typeof passwordRoutes.resetConsumerPassword;

/** The account is read with its snapshot and its key. */
const storeCallsOfReset = { reads: 3, appends: 0 };

/**
 * `POST api/user/reset-password/{id}`: sets the password, ends every session and removes the lock. From then
 * on strangers can't lock the account in this browser. Without a password nothing happens, and a link or proof that
 * can't set one is refused. Throws `reset_proof_invalid`, and `reset_link_invalid`
 * if a link's token was sent; both are the same for an id that no account has.
 */
export function resetConsumerPassword(parts: Parts): Handler<NewPassword> {
  const { secrets, consumers, hasher, contexts, signInGuard, knownBrowsers, clock } = parts;
  const cookie = proofCookie(parts);

  /** By the link's token, or else the cookie's proof. It comes before the hash, which is expensive. */
  const grantOf = (request: RouteRequest<NewPassword>, events: Events): ResetGrant =>
    request.body.token === undefined
      ? provenBy(request, events)
      : linkedBy(request.params.id, request.body.token, events);

  const provenBy = (request: RouteRequest<NewPassword>, events: Events): ResetGrant => {
    const given = request.cookies[cookie.name];
    const secret = resetProofOf(secrets, events);
    if (given === undefined || !secret || !isResetProof(given, secret))
      throw new Refusal("reset_proof_invalid");
    return { kind: "proof", nonce: secret.nonce };
  };

  const linkedBy = (consumerId: number, text: string, events: Events): ResetGrant => {
    const token = readConsumerToken(text);
    const secret = token?.consumerId === consumerId ? resetCodeOf(secrets, events, token.nonce) : undefined;
    if (!token || !secret || !isResetSignature(token.signature, secret))
      throw new Refusal("reset_link_invalid");
    return { kind: "link", nonce: secret.nonce };
  };

  /**
   * Removes the lock and remembers the browser, except for an old request that is repeated after the password
   * changed again: the lock protects the later password.
   */
  const letIn = async (
    request: RouteRequest<NewPassword>,
    reply: Reply,
    { state, events }: Handled<ConsumerState, ConsumerEvent>,
    context: CommandContext,
  ): Promise<void> => {
    if (state.status === "none" || state.email === null) return;
    const { consumerId: subjectId, email, passwordHash } = state;
    const isCurrent = events.some(
      (event) => event.type === "ConsumerPasswordReset" && event.data.passwordHash === passwordHash,
    );
    if (!isCurrent) return;
    const account = { audience: "consumer", email } as const;
    await signInGuard.removeLock({ ...account, subjectId, origin: originOf(context) });
    knownBrowsers.remember(request, reply, { ...account, origin: context.commandId });
  };

  return async (request, reply) => {
    const consumerId = request.params.id;
    const context = contexts.ofAccount(request, consumerId);
    const now = clock().getTime();
    const { repeated, grant } = await parts.uniformAnswers.inUniformTime(storeCallsOfReset, async () => {
      const { holds, events, state } = await consumers.load(consumerId);
      if (holds(context.commandId)) return { repeated: true, grant: { kind: "proof", nonce: "" } as const };
      const grant = grantOf(request, events);
      decideReset({ type: "ResetPassword", grant, passwordHash: "", now }, state);
      return { repeated: false, grant };
    });
    if (request.body.password === undefined) return { success: true, message: "Choose a new password." };
    // A person with the proof or the link reads the account's mail.
    const asker = { known: true, name: streams.consumer(consumerId) };
    const passwordHash = repeated ? "" : await hasher.hash(request.body.password, asker);
    const command = { type: "ResetPassword", grant, passwordHash, now } as const;
    await letIn(request, reply, await consumers.handle(consumerId, command, context), context);
    reply.clearCookie(cookie.name, cookie.options);
    return { success: true, message: "Your password was changed." };
  };
}
