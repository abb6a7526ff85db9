import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import type { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { parseCheckpoint } from "@ornament/platform/log-proof/checkpoint";
import type { ErasedRegister } from "@ornament/platform/log-proof/erased-register";
import type { Logger } from "@ornament/platform/logging/logger";
import { erasedPersonIn, isErasure } from "../erasures/erased-persons.ts";

/** Records the person whose data the event erases. An event of another program erases nobody. */
export async function recordErasure(
  store: Pick<EventStore, "read">,
  register: ErasedRegister,
  { type, stream, revision, created }: EventBytes,
): Promise<void> {
  if (!isErasure(type)) return;
  const { events } = await store.read(stream, { fromRevision: revision, maxCount: 1 });
  const [event] = events.filter((found) => found.revision === revision);
  const personId = event && (await erasedPersonIn(store, event));
  if (personId !== undefined) await register.add([{ personId, at: new Date(created).toISOString() }]);
}

/**
 * The register of the folder. The log has every erasure, so a register that is missing, was changed, or was written
 * by a former version without MACs is set aside, and `isNew` asks for the log to be read from its start.
 * @param signed the newest signed checkpoint, which has the number of persons
 */
export async function openRegister(
  { store, logger, now }: { store: Pick<EventStore, "firstMacKey">; logger: Logger; now: () => Date },
  folder: AuditFolder,
  signed: string | undefined,
): Promise<{ register: ErasedRegister; isNew: boolean }> {
  const found = folder.register(store.firstMacKey());
  const isShort = found.size < (parseCheckpoint(signed ?? "")?.erased ?? 0);
  if (found.exists && !found.problem && !isShort) return { register: found, isNew: false };
  if (found.exists && found.problem !== "unsigned")
    logger.error(
      { folder: folder.path },
      "The register of erased persons was changed: it is set aside, and written again from the log. npm run audit -- verify says whether more was changed",
    );
  folder.setRegisterAside(now());
  const register = folder.register(store.firstMacKey());
  await register.add([]);
  return { register, isNew: true };
}
