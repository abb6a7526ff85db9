import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { limits } from "@ornament/contracts/domain/limits";
import { Refusal } from "@ornament/contracts/errors";
import type { SessionCookie } from "@ornament/platform/http/cookies";
import type { Handler, RouteRequest } from "@ornament/platform/http/route-request";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import {
  isResetCode,
  resetCodeOf,
  resetProofOf,
  writeResetProof,
} from "../../aggregates/consumer/mailed-secrets.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import { withUniformTime } from "../../http/uniform-response.ts";
import type { Addresses } from "../claim-address/addresses.ts";
import type { CodeTries } from "./code-tries.ts";

type Verification = typeof consumerSessionRoutes.verifyResetCode;

const triedTooOften =
  "This code was tried too often. Please open the link in the mail, or ask for a new code.";

interface Needs {
  readonly secrets: Pick<Secrets, "ring">;
  readonly addresses: Pick<Addresses, "accountOf" | "keyOf">;
  readonly codeTries: Pick<CodeTries, "tried">;
  readonly consumers: Aggregates["consumers"];
  readonly contexts: Pick<RequestContexts, "ofHiddenAccount">;
  readonly proofCookie: SessionCookie;
  readonly randomNonce: () => string;
  readonly clock: () => Date;
}

/**
 * `POST api/user/verify-code`. Throws `reset_code_invalid` for a wrong code, an unknown address and any other refusal. After too
 * many tries its message says so, for every address.
 */
export function verifyResetCode(needs: Needs): Handler<Verification> {
  const { secrets, addresses, consumers, contexts, proofCookie, randomNonce, clock } = needs;

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
      // Other refusals would show that the address has an account.
      if (error instanceof Refusal && error.status < 500) throw new Refusal("reset_code_invalid");
      throw error;
    }
  };

  const verify = async (request: RouteRequest<Verification>) => {
    const consumerId = await addresses.accountOf(request.body.email);
    if (consumerId === undefined) throw new Refusal("reset_code_invalid");
    const { events } = await tryCode(request, consumerId);
    const accepted = events.some((event) => event.type === "PasswordResetCodeAccepted");
    const proof = accepted ? resetProofOf(secrets, events) : undefined;
    if (!proof) throw new Refusal("reset_code_invalid");
    return { consumerId, proof };
  };

  /** The last allowed try says it too: any further one would be refused. */
  const sayWhy = (error: unknown, tries: number): unknown =>
    error instanceof Refusal && error.code === "reset_code_invalid" && tries >= limits.resetCodeAttempts
      ? new Refusal("reset_code_invalid", { message: triedTooOften })
      : error;

  return async (request, reply) => {
    const tries = needs.codeTries.tried(addresses.keyOf(request.body.email), request.idempotencyKey);
    const { consumerId, proof } = await withUniformTime(() => verify(request)).catch((error: unknown) => {
      throw sayWhy(error, tries);
    });
    reply.cookie(proofCookie.name, writeResetProof(proof), proofCookie.options);
    return { user: { id: consumerId }, message: "Please choose a new password." };
  };
}
