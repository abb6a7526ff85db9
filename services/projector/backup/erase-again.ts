import type { PersonKind } from "@ornament/contracts/events/definition";
import { streams } from "@ornament/contracts/events/streams";
import { personKeyStream } from "@ornament/platform/eventstore/encryption/person-keys";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Registered } from "./register.ts";
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
  { persons, confirmAdmin }: Registered,
  prepare: () => Promise<ErasePerson>,
): Promise<number> {
  const readable: { kind: PersonKind; id: number }[] = [];
  for (const { personId } of persons) {
    const { revision } = await store.read(personKeyStream(personId), { maxCount: 1 });
    if (revision === "no_stream") continue;
    const [, kind = "", id = ""] = /^(admin|consumer)(\d+)$/.exec(personId) ?? [];
    readable.push({ kind: kind as PersonKind, id: Number(id) });
  }
  const { events } = await store.read<DirectoryEvent>(streams.adminDirectory);
  for (const { kind, id } of readable) {
    const ofAdmin = events.filter(({ data }) => kind === "admin" && data.adminId === id);
    if (ofAdmin.length === 0 || ofAdmin.at(-1)?.type === "AdminAccountDeleted") continue;
    const name = ofAdmin.findLast(({ data }) => data.email)?.data.email;
    await confirmAdmin(`admin${id}`, name ?? "without an email address");
  }
  const erase = readable.length > 0 ? await prepare() : undefined;
  for (const person of readable) await erase?.(person);
  return readable.length;
}

type DirectoryEvent = { type: string; data: { adminId?: number; email?: string | null } };
