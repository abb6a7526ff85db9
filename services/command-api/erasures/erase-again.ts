import type { PersonKind } from "@ornament/contracts/events/definition";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import { personIdOf } from "@ornament/platform/eventstore/encryption/person-keys";
import type { Parts } from "../compose-parts.ts";
import type { EmailParts } from "../consumers/claim-emails.ts";
import { ofSystem } from "../http/request-contexts.ts";
import { finishDeletion } from "./delete-account.ts";

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
