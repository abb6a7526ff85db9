import type { accountRoutes } from "@ornament/contracts/account/api";
import type { consumerRoutes } from "@ornament/contracts/consumers/api";
import type { PersonKind } from "@ornament/contracts/events/definition";
import { Refusal } from "@ornament/contracts/routes/errors";
import { causedBy, type PositionTracker } from "@ornament/platform/commands/context";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import { personIdOf } from "@ornament/platform/eventstore/encryption/person-keys";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { type EmailParts, emailKeyOf, releaseEmail } from "../consumers/claim-emails.ts";
import { callingConsumer } from "../http/caller.ts";
import { ofSystem } from "../http/request-contexts.ts";
import { releasePin } from "../ornaments/routes.ts";
import { endSession } from "../sessions/sign-in-sessions.ts";

/**
 * `DELETE api/user/delete/{id}`: deletes the caller's account. Throws `consumer_not_found` for any other id.
 */
export const deleteConsumer =
  (parts: Parts): Handler<typeof accountRoutes.deleteConsumer> =>
  async (request, reply) => {
    const { id: consumerId, access } = callingConsumer(request.caller);
    if (request.params.id !== consumerId) throw new Refusal("consumer_not_found");
    const context = parts.contexts.of(request);
    const { state } = await parts.consumers.handle(consumerId, { type: "DeleteAccount" }, context);
    await finishDeletion(parts, consumerId, request.positions);
    await endSession(parts, request, access.sessionId, context);
    parts.refreshCookies.clear(reply, "consumer");
    parts.knownBrowsers.forget(request, reply, "consumer", state.status === "none" ? null : state.email);
    return { success: true, message: "Your account was deleted." };
  };

/** `DELETE` of a consumer by an admin, with the reason. Throws `consumer_not_found`. */
export const eraseConsumer =
  (parts: Parts): Handler<typeof consumerRoutes.eraseConsumer> =>
  async (request) => {
    const { id } = request.params;
    const command = { type: "EraseAccount", ...request.body } as const;
    await parts.consumers.handle(id, command, parts.contexts.of(request));
    await finishDeletion(parts, id, request.positions);
    return { success: true, message: "The consumer was erased." };
  };

/**
 * Takes the steps that follow a deleted account: release its PINs with their devices, release its email
 * addresses, erase its personal data. The data are erased last, because a release needs the address.
 */
export async function finishDeletion(
  parts: EmailParts & Pick<Parts, "pins">,
  consumerId: number,
  positions?: PositionTracker,
): Promise<void> {
  const { state, events } = await parts.consumers.load(consumerId);
  const deleted = events.find((event) => event.type === "ConsumerAccountDeleted");
  if (state.status !== "deleted" || !deleted) return;
  for (const { code } of state.ornaments)
    await releasePin(parts, { code, consumerId, cause: deleted, positions });
  for (const email of [state.email, state.pendingEmail?.email]) {
    if (typeof email !== "string") continue;
    await releaseEmail(parts, { key: emailKeyOf(parts, email), consumerId }, causedBy(deleted));
  }
  await parts.store.erasePerson("consumer", consumerId);
}

/**
 * Deletes the account of a person who was erased after a backup that was restored, and erases the data. It can
 * be repeated after a failure: the key is erased last, or recorded as erased afterwards.
 */
export type EraseAgain = (person: { kind: PersonKind; id: number }) => Promise<void>;

export const eraseAgain = (parts: EmailParts & Pick<Parts, "pins" | "adminDirectory">): EraseAgain => {
  const { store, consumers, adminDirectory } = parts;
  const contextOf = (path: string, kind: PersonKind, id: number) =>
    ofSystem(parts, commandIdOf({ actor: "system", method: "restore", path, key: personIdOf(kind, id) }));

  const consumer = async (id: number) => {
    const { state } = await consumers.load(id);
    // A key without an account comes from a registration that was cut off.
    if (state.status === "none") return store.erasePerson("consumer", id);
    if (state.status !== "deleted")
      await consumers.handle(id, { type: "DeleteAccount" }, contextOf("delete", "consumer", id));
    await finishDeletion(parts, id);
  };
  const admin = async (id: number) => {
    const deletion = { type: "DeleteErasedAdmin", adminId: id } as const;
    await adminDirectory.handle("main", deletion, contextOf("delete", "admin", id));
    await store.erasePerson("admin", id);
    const { state } = await adminDirectory.load("main");
    if (!state.usedIds.has(id)) return;
    const erasure = { type: "RecordErasure", adminId: id } as const;
    await adminDirectory.handle("main", erasure, contextOf("record", "admin", id));
  };
  const erasing: Record<PersonKind, (id: number) => Promise<void>> = { consumer, admin };
  return ({ kind, id }) => erasing[kind](id);
};
