import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import { readConsumerToken } from "@ornament/contracts/mails/links";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { consumerSessionRoutes } from "@ornament/contracts/sign-in/consumer-api";
import { type CommandContext, originOf } from "@ornament/platform/commands/context";
import type { Handled } from "@ornament/platform/commands/handle-command";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import type { ResetGrant } from "../consumers/commands.ts";
import { decideReset } from "../consumers/decide-reset.ts";
import { isResetProof, isResetSignature, resetCodeOf, resetProofOf } from "../consumers/mailed-secrets.ts";
import type { ConsumerState } from "../consumers/state.ts";
import { proofCookie } from "./verify-code.ts";

type Events = readonly StoredEvent<ConsumerEvent>[];
type NewPassword = typeof consumerSessionRoutes.resetConsumerPassword;

/** The account is read with its snapshot and its key. */
const storeCalls = { reads: 3, appends: 0 };

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
    const { repeated, grant } = await parts.uniformAnswers.inUniformTime(storeCalls, async () => {
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
