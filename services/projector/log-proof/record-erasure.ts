import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import type { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { type ErasedRegister, registerProblem } from "@ornament/platform/log-proof/erased-register";
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
 * @param signed the number of persons in the newest signed checkpoint
 */
export async function openRegister(
  { store, logger, now }: { store: EventStore; logger: Logger; now: () => Date },
  folder: AuditFolder,
  signed: number | undefined,
): Promise<{ register: ErasedRegister; isNew: boolean }> {
  const { firstMacKey } = store.authenticity;
  const found = folder.register(firstMacKey);
  if (folder.hasRegister && registerProblem(found, signed ?? 0) === undefined)
    return { register: found, isNew: false };
  // A former version signed no number.
  if (folder.hasRegister && signed !== undefined)
    logger.error(
      { folder: folder.path },
      "The register of erased persons was changed: it is set aside, and written again from the log",
    );
  folder.setRegisterAside(now());
  const register = folder.register(firstMacKey);
  await register.add([]);
  return { register, isNew: true };
}
