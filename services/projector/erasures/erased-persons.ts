import type { DomainEvent } from "@ornament/contracts/events/catalogue";
import type { PersonKind } from "@ornament/contracts/events/definition";
import { personIdOf, personKeyStream } from "@ornament/platform/eventstore/encryption/person-keys";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
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

/** The types of the events after which a person's data may have to be unreadable. */
export const isErasure = (type: string): boolean => Object.hasOwn(personOf, type);

/** The person whose data have to be unreadable after the event, such as `consumer12`. */
export async function erasedPersonIn(
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
