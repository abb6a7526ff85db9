import { followUp } from "@ornament/platform/commands/context";
import { logLevelOf } from "@ornament/platform/eventstore/store-errors";
import { pause } from "@ornament/platform/waiting/pause";
import type { Parts } from "../compose-parts.ts";
import { isDeleted } from "./directory-decider.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Erases the data of former admins at the start and then every hour, also after a failure. */
export function startErasures(parts: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await eraseFormerAdmins(parts).catch((error: unknown) => {
        parts.logger[logLevelOf(error)]({ err: error }, "Data of former admins could not be erased yet");
      });
      await pause(hour, stopping.signal);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Erases the data of the admins whose retention has ended, and records the erasure of those whose key is
 * gone: read models can still have their data until the event store is scavenged. The key is erased first, so
 * that `AdminDataErased` is true and a cut-off erasure is repeated. Every replica may run this. See
 * docs/decisions/0051-deleted-admins-stay-known.md.
 */
export async function eraseFormerAdmins({ store, adminDirectory, clock, config }: Parts): Promise<void> {
  const now = clock();
  const { state, events } = await adminDirectory.load("main");
  for (const event of events) {
    if (event.type !== "AdminAccountDeleted") continue;
    const { adminId, email } = event.data;
    // A build without retention has erased the key with the account, and has recorded no erasure.
    const isErased = email === null;
    const isOver = event.createdAt.getTime() + config.adminRetentionDays * day <= now.getTime();
    if (!(isOver || isErased) || !isDeleted(state, adminId) || state.erasedIds.has(adminId)) continue;
    await store.erasePerson("admin", adminId);
    const context = { ...followUp(event, "erase data", { now }), actor: { kind: "system" } } as const;
    await adminDirectory.handle("main", { type: "RecordErasure", adminId }, context);
  }
}
