import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
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

type Verification = typeof consumerSessionRoutes.verifyResetCode;

interface Needs {
  readonly secrets: Pick<Secrets, "ring">;
  readonly addresses: Pick<Addresses, "accountOf">;
  readonly consumers: Aggregates["consumers"];
  readonly contexts: Pick<RequestContexts, "ofHiddenAccount">;
  readonly proofCookie: SessionCookie;
  readonly randomNonce: () => string;
  readonly clock: () => Date;
}

/** `POST api/user/verify-code`. Throws `reset_code_invalid` for a wrong code, an unknown address and any other refusal. */
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

  return async (request, reply) => {
    const { consumerId, proof } = await withUniformTime(() => verify(request));
    reply.cookie(proofCookie.name, writeResetProof(proof), proofCookie.options);
    return { user: { id: consumerId }, message: "Please choose a new password." };
  };
}
