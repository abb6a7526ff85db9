import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { limits } from "@ornament/contracts/domain/limits";
import { Refusal } from "@ornament/contracts/errors";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { streams } from "@ornament/contracts/events/streams";
import { type Handled, handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import { sessionCookie } from "@ornament/platform/http/cookies";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import {
  isResetCode,
  isResetProof,
  resetCodeOf,
  resetProofOf,
  writeResetProof,
} from "../../aggregates/consumer/mailed-secrets.ts";
import type { ConsumerState } from "../../aggregates/consumer/state.ts";
import type { Dependencies } from "../../dependencies.ts";
import { accountContext, silentContext } from "../../http/account-context.ts";
import { isRecorded } from "../../http/request-context.ts";
import { withinMailLimit } from "../../http/request-limits/mail-limit.ts";
import { inEvenTime, quietly } from "../../http/uniform-response.ts";
import { accountOfAddress } from "../claim-address/addresses.ts";
import { commandAtAddress } from "../claim-address/at-address.ts";
import { checkEmailMessage } from "../register/registration.ts";
import { liftSignInLock } from "../sign-in-guard/guard.ts";

/** `POST api/user/reset-password`: mails a code; the same answer for every address, and for the 4th mail in an hour. */
export const consumerForgotPassword =
  (dependencies: Dependencies): Handler<typeof consumerSessionRoutes.consumerForgotPassword> =>
  async (request) => {
    const { email, verifyCaptcha } = request.body;
    await dependencies.humanCheck.confirm({
      token: verifyCaptcha,
      action: humanCheckActions.consumerForgotPassword,
      ip: request.ip,
    });
    await withinMailLimit(dependencies, request, { human: dependencies.humanCheck.isOn }, () =>
      quietly(() =>
        commandAtAddress(dependencies, email, {
          command: () => ({
            type: "RequestPasswordReset",
            nonce: dependencies.randomNonce(),
            now: dependencies.clock().getTime(),
          }),
          context: (consumerId) => silentContext(dependencies, request, consumerId),
        }),
      ),
    );
    return { success: true, message: checkEmailMessage };
  };

type Verification = typeof consumerSessionRoutes.verifyResetCode;

/** `POST api/user/verify-code`. Throws `reset_code_invalid`, whatever is wrong with code, request or address. */
export function verifyResetCode(dependencies: Dependencies): Handler<Verification> {
  const verify = async (request: RouteRequest<Verification>) => {
    const consumerId = await accountOfAddress(dependencies, request.body.email);
    if (consumerId === undefined) throw new Refusal("reset_code_invalid");
    const { events } = await tryCode(dependencies, request, consumerId);
    const accepted = events.some((event) => event.type === "PasswordResetCodeAccepted");
    const proof = accepted ? resetProofOf(dependencies, events) : undefined;
    if (!proof) throw new Refusal("reset_code_invalid");
    return { consumerId, proof };
  };
  return async (request, reply) => {
    const { consumerId, proof } = await inEvenTime(() => verify(request));
    const { name, options } = proofCookie(dependencies);
    reply.cookie(name, writeResetProof(proof), options);
    return { user: { id: consumerId }, message: "Please choose a new password." };
  };
}

/** A right and a wrong code leave the same way: an event in the stream, and only then an answer. */
async function tryCode(dependencies: Dependencies, request: RouteRequest<Verification>, consumerId: number) {
  const { email, code } = request.body;
  const stream = streams.consumer(consumerId);
  const { state, events } = await loadState(dependencies.store, stream, consumerDecider);
  const secret = resetCodeOf(dependencies, events);
  if (!secret || state.status === "none" || state.email !== email) throw new Refusal("reset_code_invalid");
  try {
    return await handleCommand({
      store: dependencies.store,
      decider: consumerDecider,
      stream,
      command: {
        type: "TryResetCode",
        nonce: secret.nonce,
        matches: isResetCode(code, secret),
        proof: dependencies.randomNonce(),
        now: dependencies.clock().getTime(),
      },
      context: silentContext(dependencies, request, consumerId),
    });
  } catch (error) {
    // Only an address that has an account has commands to repeat or a stream to be late for.
    if (error instanceof Refusal && error.status < 500) throw new Refusal("reset_code_invalid");
    throw error;
  }
}

type NewPassword = typeof consumerSessionRoutes.resetConsumerPassword;

/** `POST api/user/reset-password/{id}`: ends every session and lifts the lockout. Throws `reset_proof_invalid`. */
export const resetConsumerPassword =
  (dependencies: Dependencies): Handler<NewPassword> =>
  async (request, reply) => {
    const { store, hasher, clock } = dependencies;
    const consumerId = request.params.id;
    const context = accountContext(dependencies, request, consumerId);
    const stream = streams.consumer(consumerId);
    const loaded = await loadState(store, stream, consumerDecider);
    const repeated = isRecorded(loaded, context);
    const proof = repeated ? "" : provenBy(dependencies, request, loaded.events);
    // Whoever holds the proof has read the account's mail.
    const asker = { known: true, name: stream };
    const passwordHash = repeated ? "" : await hasher.hash(request.body.password, asker);
    const handled = await handleCommand({
      store,
      decider: consumerDecider,
      stream,
      command: { type: "ResetPassword", proof, passwordHash, now: clock().getTime() },
      context,
    });
    await liftLock(dependencies, request, handled);
    clearProof(dependencies, reply);
    return { success: true, message: "Your password was changed." };
  };

/** The nonce of the proof that the browser holds. Checked before the costly hash. */
function provenBy(
  dependencies: Dependencies,
  request: RouteRequest<NewPassword>,
  events: Parameters<typeof resetProofOf>[1],
): string {
  const given = request.cookies[proofCookie(dependencies).name];
  const secret = resetProofOf(dependencies, events);
  if (given === undefined || !secret || !isResetProof(given, secret)) {
    throw new Refusal("reset_proof_invalid");
  }
  return secret.nonce;
}

/** Not where the call is an old one, repeated under a later password: its lock is not this call's to lift. */
async function liftLock(
  dependencies: Dependencies,
  { correlationId }: RouteRequest<NewPassword>,
  { state, events }: Handled<ConsumerState, ConsumerEvent>,
): Promise<void> {
  if (state.status === "none" || state.email === null) return;
  const { consumerId: subjectId, email, passwordHash } = state;
  const inForce = events.some(
    (event) => event.type === "ConsumerPasswordReset" && event.data.passwordHash === passwordHash,
  );
  if (!inForce) return;
  await liftSignInLock(dependencies, { audience: "consumer", email, subjectId, correlationId });
}

const proofCookie = ({ config }: Pick<Dependencies, "config">) =>
  sessionCookie({
    name: "resetProof",
    path: "/api/user",
    secure: new URL(config.publicUrl).protocol === "https:",
    maxAgeSeconds: limits.resetCodeMilliseconds / 1000,
  });

function clearProof(dependencies: Dependencies, reply: Reply): void {
  const { name, options } = proofCookie(dependencies);
  reply.clearCookie(name, options);
}
