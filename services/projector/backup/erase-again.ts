import type { PersonKind } from "@ornament/contracts/events/definition";
import { personKeyStream } from "@ornament/platform/eventstore/encryption/person-keys";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { ErasedPerson } from "@ornament/platform/log-proof/audit-folder";
import type { SecretValues } from "./sealed-secrets.ts";

/** Deletes the account of an erased person and erases the data, as the product does it. */
export type ErasePerson = (person: { kind: PersonKind; id: number }) => Promise<void>;

/** Prepares the erasures on a restored event store. */
export type PrepareErasures = (store: EventStore, secrets: SecretValues) => Promise<ErasePerson>;

/**
 * Erases the persons of the register whose data can be read in a restored event store. It can be repeated.
 * Returns their number.
 */
export async function eraseAgain(
  store: EventStore,
  persons: readonly ErasedPerson[],
  prepare: () => Promise<ErasePerson>,
): Promise<number> {
  let erase: ErasePerson | undefined;
  const ids = new Set(persons.map(({ personId }) => personId));
  let erased = 0;
  for (const personId of ids) {
    const { revision } = await store.read(personKeyStream(personId), { maxCount: 1, withForged: true });
    if (revision === "no_stream") continue;
    erase ??= await prepare();
    const [, kind = "", id = ""] = /^(admin|consumer)(\d+)$/.exec(personId) ?? [];
    await erase({ kind: kind as PersonKind, id: Number(id) });
    erased += 1;
  }
  return erased;
}
