import type { PersonKind } from "@ornament/contracts/events/definition";
import type { CommandContext } from "@ornament/platform/commands/context";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { personIdOf } from "@ornament/platform/eventstore/encryption/person-keys";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { FinishDeletion } from "../delete-account/finish-deletion.ts";

interface Needs {
  readonly store: Pick<EventStore, "erasePerson">;
  readonly consumers: Pick<Aggregates["consumers"], "handle" | "load">;
  readonly adminDirectory: Pick<Aggregates["adminDirectory"], "handle" | "load">;
  readonly finishDeletion: FinishDeletion;
  readonly clock: () => Date;
  readonly uuid: () => string;
}

/**
 * Deletes the account of a person who was erased after a backup that was restored, and erases the data. It can
 * be repeated after a failure: the key is erased last, or recorded as erased afterwards.
 */
export type EraseAgain = (person: { kind: PersonKind; id: number }) => Promise<void>;

export const eraseAgain = (needs: Needs): EraseAgain => {
  const { store, consumers, adminDirectory, finishDeletion, clock, uuid } = needs;
  const contextOf = (step: string, kind: PersonKind, id: number): CommandContext => ({
    commandId: commandIdOf({ actor: "system", method: "restore", path: step, key: personIdOf(kind, id) }),
    correlationId: uuid(),
    bodyHash: "",
    actor: { kind: "system" },
    now: clock(),
  });

  const consumer = async (id: number) => {
    const { state } = await consumers.load(id);
    // A key without an account comes from a registration that was cut off.
    if (state.status === "none") return store.erasePerson("consumer", id);
    if (state.status !== "deleted")
      await consumers.handle(id, { type: "DeleteAccount" }, contextOf("delete", "consumer", id));
    await finishDeletion(id);
  };
  const admin = async (id: number) => {
    const deletion = { type: "DeleteErasedAdmin", adminId: id } as const;
    await adminDirectory.handle("main", deletion, contextOf("delete", "admin", id));
    await store.erasePerson("admin", id);
    const { state } = await adminDirectory.load("main");
    if (!state.usedIds.has(id)) return;
    await adminDirectory.handle(
      "main",
      { type: "RecordErasure", adminId: id },
      contextOf("record", "admin", id),
    );
  };
  return ({ kind, id }) => {
    switch (kind) {
      case "consumer":
        return consumer(id);
      case "admin":
        return admin(id);
      default:
        return unreachable(kind);
    }
  };
};
