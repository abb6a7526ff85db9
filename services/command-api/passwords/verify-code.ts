import type { passwordRoutes } from "@ornament/contracts/passwords/api";
import { Refusal } from "@ornament/contracts/routes/errors";
import { requestLimits as rates } from "@ornament/contracts/routes/request-limits";
import { limits } from "@ornament/contracts/values/limits";
import { networkOf } from "@ornament/platform/http/network";
import type { Handler, RouteRequest } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { accountOf, emailKeyOf } from "../consumers/claim-emails.ts";
import { isResetCode, resetCodeOf, resetProofOf, writeResetProof } from "../consumers/mailed-secrets.ts";
import { cookieOf } from "../sessions/refresh-cookies.ts";

type Verification = typeof passwordRoutes.verifyResetCode;

const triedTooOften =
  "This code was tried too often. Please open the link in the mail, or ask for a new code.";

/** The claim, and the account with its snapshot and key, which the decision reads again; the try. */
const storeCalls = { reads: 6, appends: 1 };

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
      const confirmed = await parts.uniformAnswers.inUniformTime(storeCalls, () => verify(request));
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
