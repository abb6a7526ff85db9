import type { consumerRoutes } from "@ornament/contracts/consumers/api";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { pinCodeOf } from "@ornament/contracts/values/pin-code";
import { originOf } from "@ornament/platform/commands/context";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { commandOfEmail, emailKeyOf } from "./claim-emails.ts";
import { liveAccount } from "./decider.ts";

type Routes = Pick<
  typeof consumerRoutes,
  "resendActivationLink" | "updateConsumerMarketing" | "endSignInPause" | "sendResetCode" | "askItAdmin"
>;

/** The acts of admins on consumers, except the change of the email address. */
export const manageConsumerHandlers = (parts: Parts): HandlersFor<Routes> => ({
  async resendActivationLink(request) {
    const contextOf = () => parts.contexts.of(request);
    await commandOfEmail(parts, request.body.email, contextOf, () => ({
      type: "RequestActivationLink",
      attempt: undefined,
      nonce: parts.randomNonce(),
      now: parts.clock().getTime(),
      limited: false,
    }));
    return { success: true, message: "The activation link was sent again." };
  },

  async updateConsumerMarketing(request) {
    const { id, marketingEmail } = request.body;
    await parts.consumers.handle(id, { type: "SetMarketing", marketingEmail }, parts.contexts.of(request));
    return { success: true, message: "The subscription was changed." };
  },

  async endSignInPause(request) {
    const { id, reason } = request.body;
    const { email } = liveAccount((await parts.consumers.load(id)).state);
    const paused = email !== null && (await parts.signInGuard.isPaused({ audience: "consumer", email }));
    const now = parts.clock().getTime();
    const command = { type: "EndSignInPause", paused, now, reason } as const;
    const { events } = await parts.consumers.handle(id, command, parts.contexts.of(request));
    for (const event of events) if (event.type === "SignInPauseEnded") await forgetFailures(parts, event);
    return { success: true, message: "The pause was ended." };
  },

  /** The mail has a code and a link. */
  async sendResetCode(request) {
    const { id, reason } = request.body;
    const now = parts.clock().getTime();
    const command = { type: "SendResetCode", nonce: parts.randomNonce(), now, reason } as const;
    const { state } = await parts.consumers.handle(id, command, parts.contexts.of(request));
    if (state.status !== "none" && state.email !== null)
      parts.codeTries.asked(emailKeyOf(parts, state.email), now);
    return { success: true, message: "The reset code was sent." };
  },

  /** The event asks for the mail to the IT Admins. */
  async askItAdmin(request) {
    const { id, act, pinId, reason } = request.body;
    const code = pinId === undefined ? undefined : pinCodeOf(pinId);
    const command = { type: "AskItAdmin", act, code, reason } as const;
    await parts.consumers.handle(id, command, parts.contexts.of(request));
    return { success: true, message: "The IT Admins were asked by mail." };
  },
});

type PauseEnded = StoredEvent<Extract<ConsumerEvent, { type: "SignInPauseEnded" }>>;

/** Sets the failed attempts before a recorded end of a pause to zero. It can be repeated. */
export async function forgetFailures(
  { consumers, signInGuard }: Parts,
  { data: { consumerId, at }, metadata }: PauseEnded,
): Promise<void> {
  const { state } = await consumers.load(consumerId);
  if (state.status === "none" || state.email === null) return;
  const origin = originOf({ correlationId: metadata.$correlationId, requestId: metadata.requestId });
  const account = { audience: "consumer", email: state.email, subjectId: consumerId } as const;
  await signInGuard.endPause({ ...account, origin, at });
}
