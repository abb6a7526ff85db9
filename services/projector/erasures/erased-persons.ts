import type { DomainEvent } from "@ornament/contracts/catalogue";
import type { PersonKind } from "@ornament/contracts/events/definition";
import { personIdOf, personKeyStream } from "@ornament/platform/eventstore/encryption/person-keys";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import type { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { type ErasedRegister, registerProblem } from "@ornament/platform/log-proof/erased-register";
import type { Logger } from "@ornament/platform/logging/logger";
import { readToHead } from "./read-to-head.ts";

/**
 * Adds the persons whose account is deleted and whose data have to be unreadable. The keys of deleted streams
 * stay among the events until the store is scavenged, and the key of an account that was just deleted may not
 * be erased yet, so the keys themselves don't show it.
 */
export async function findErased(
  store: Pick<EventStore, "head" | "read" | "subscribeToAll">,
  erased: Set<string>,
  signal?: AbortSignal,
): Promise<void> {
  const head = await store.head();
  await readToHead(store, { head, eventTypes: Object.keys(personOf), signal }, async (events) => {
    for (const event of events) {
      const personId = await erasedPersonIn(store, event);
      if (personId !== undefined) erased.add(personId);
    }
  });
}

const isErasure = (type: string): boolean => Object.hasOwn(personOf, type);

/** The person whose data have to be unreadable after the event, such as `consumer12`. */
async function erasedPersonIn(
  store: Pick<EventStore, "read">,
  event: StoredEvent,
): Promise<string | undefined> {
  if (event.invalid !== undefined) return undefined;
  const person = personOf[event.type as DomainEvent["type"]]?.(event.data as never);
  const isErased = person && (person.isErased || (await hasNoKey(store, person)));
  return isErased ? personIdOf(person.kind, person.id) : undefined;
}

interface DeletedPerson {
  readonly kind: PersonKind;
  readonly id: number;
  /** Whether the event alone shows it. Otherwise the key does. */
  readonly isErased: boolean;
}

type Data<T extends DomainEvent["type"]> = Extract<DomainEvent, { type: T }>["data"];

/** A deleted admin's data stay until their retention ends. Old events have no AdminDataErased. */
const personOf: { readonly [T in DomainEvent["type"]]?: (data: Data<T>) => DeletedPerson } = {
  ConsumerAccountDeleted: ({ consumerId }) => ({ kind: "consumer", id: consumerId, isErased: true }),
  AdminDataErased: ({ adminId }) => ({ kind: "admin", id: adminId, isErased: true }),
  AdminAccountDeleted: ({ adminId }) => ({ kind: "admin", id: adminId, isErased: false }),
};

async function hasNoKey(store: Pick<EventStore, "read">, { kind, id }: DeletedPerson): Promise<boolean> {
  const { revision } = await store.read(personKeyStream(personIdOf(kind, id)), { maxCount: 1 });
  return revision === "no_stream";
}

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
