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
): Promise<void> {
  const head = await store.head();
  await readToHead(store, { head, eventTypes: Object.keys(personOf) }, async (events) => {
    for (const event of events as StoredEvent<DomainEvent>[]) {
      if (event.forged || event.invalid !== undefined) continue;
      const person = personOf[event.type]?.(event.data as never);
      if (person && (await isErased(store, person))) erased.add(personIdOf(person.kind, person.id));
    }
  });
}

interface DeletedPerson {
  readonly kind: PersonKind;
  readonly id: number;
}

type Data<T extends DomainEvent["type"]> = Extract<DomainEvent, { type: T }>["data"];

const personOf: { readonly [T in DomainEvent["type"]]?: (data: Data<T>) => DeletedPerson } = {
  ConsumerAccountDeleted: ({ consumerId }) => ({ kind: "consumer", id: consumerId }),
  AdminAccountDeleted: ({ adminId }) => ({ kind: "admin", id: adminId }),
};

/** A consumer's data end with the account; an admin's end with the key. */
async function isErased(store: Pick<EventStore, "read">, { kind, id }: DeletedPerson): Promise<boolean> {
  if (kind === "consumer") return true;
  const { revision } = await store.read(personKeyStream(personIdOf(kind, id)), { maxCount: 1 });
  return revision === "no_stream";
}
