import { followUp } from "@ornament/platform/commands/context";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { isDeleted } from "../../aggregates/admin-directory/decider.ts";
import type { Aggregates } from "../../aggregates/aggregates.ts";

const day = 24 * 3_600_000;

interface Needs {
  readonly store: Pick<EventStore, "erasePerson">;
  readonly adminDirectory: Pick<Aggregates["adminDirectory"], "handle" | "load">;
  readonly clock: () => Date;
  readonly retentionDays: number;
}

/**
 * Erases the personal data of the admins whose retention has ended. Also records the erasure of those whose key
 * is gone, because read models can still have their data: the keys of deleted streams stay among all events
 * until the event store is scavenged.
 */
export type EraseFormerAdmins = () => Promise<void>;

/**
 * The key is erased before `AdminDataErased` is appended, so the event is true, and an erasure that a crash
 * cut off is repeated. Every replica may run this, because both steps have their effect once. See
 * docs/decisions/0051-deleted-admins-stay-known.md.
 */
export const eraseFormerAdmins =
  ({ store, adminDirectory, clock, retentionDays }: Needs): EraseFormerAdmins =>
  async () => {
    const now = clock();
    const { state, events } = await adminDirectory.load("main");
    for (const event of events) {
      if (event.type !== "AdminAccountDeleted") continue;
      const { adminId, email } = event.data;
      // A build without retention has erased the key with the account, and has recorded no erasure.
      const isErased = email === null;
      const isOver = event.createdAt.getTime() + retentionDays * day <= now.getTime();
      if (!(isOver || isErased) || !isDeleted(state, adminId) || state.erasedIds.has(adminId)) continue;
      await store.erasePerson("admin", adminId);
      const context = { ...followUp(event, "erase data", { now }), actor: { kind: "system" } } as const;
      await adminDirectory.handle("main", { type: "RecordErasure", adminId }, context);
    }
  };
