import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { Refusal } from "@ornament/contracts/errors";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { streams } from "@ornament/contracts/events/streams";
import type { Handled } from "@ornament/platform/commands/handle-command";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { SessionCookie } from "@ornament/platform/http/cookies";
import type { Handler, RouteRequest } from "@ornament/platform/http/route-request";
import type { PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { isResetProof, resetProofOf } from "../../aggregates/consumer/mailed-secrets.ts";
import type { ConsumerState } from "../../aggregates/consumer/state.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { SignInGuard } from "../sign-in-guard/sign-in-guard.ts";

type NewPassword = typeof consumerSessionRoutes.resetConsumerPassword;

interface Needs {
  readonly secrets: Pick<Secrets, "ring">;
  readonly consumers: Aggregates["consumers"];
  readonly hasher: Pick<PasswordHasher, "hash">;
  readonly contexts: Pick<RequestContexts, "ofAccount">;
  readonly signInGuard: Pick<SignInGuard, "removeLock">;
  readonly proofCookie: SessionCookie;
  readonly clock: () => Date;
}

/** `POST api/user/reset-password/{id}`: sets the password, ends every session and removes the lock. Throws `reset_proof_invalid`. */
export function resetConsumerPassword(needs: Needs): Handler<NewPassword> {
  const { secrets, consumers, hasher, contexts, signInGuard, proofCookie, clock } = needs;

  /** The nonce of the proof in the browser's cookie. It is checked before the hash, which is expensive. */
  const provenBy = (
    request: RouteRequest<NewPassword>,
    events: readonly StoredEvent<ConsumerEvent>[],
  ): string => {
    const given = request.cookies[proofCookie.name];
    const secret = resetProofOf(secrets, events);
    if (given === undefined || !secret || !isResetProof(given, secret))
      throw new Refusal("reset_proof_invalid");
    return secret.nonce;
  };

  /** Not for an old request that is repeated after the password changed again: the lock protects the later password. */
  const removeLock = async (
    { correlationId }: RouteRequest<NewPassword>,
    { state, events }: Handled<ConsumerState, ConsumerEvent>,
  ): Promise<void> => {
    if (state.status === "none" || state.email === null) return;
    const { consumerId: subjectId, email, passwordHash } = state;
    const isCurrent = events.some(
      (event) => event.type === "ConsumerPasswordReset" && event.data.passwordHash === passwordHash,
    );
    if (isCurrent) await signInGuard.removeLock({ audience: "consumer", email, subjectId, correlationId });
  };

  return async (request, reply) => {
    const consumerId = request.params.id;
    const context = contexts.ofAccount(request, consumerId);
    const loaded = await consumers.load(consumerId);
    const repeated = loaded.holds(context.commandId);
    const proof = repeated ? "" : provenBy(request, loaded.events);
    // A browser with the proof belongs to somebody who reads the account's mail.
    const asker = { known: true, name: streams.consumer(consumerId) };
    const passwordHash = repeated ? "" : await hasher.hash(request.body.password, asker);
    const command = { type: "ResetPassword", proof, passwordHash, now: clock().getTime() } as const;
    await removeLock(request, await consumers.handle(consumerId, command, context));
    reply.clearCookie(proofCookie.name, proofCookie.options);
    return { success: true, message: "Your password was changed." };
  };
}
