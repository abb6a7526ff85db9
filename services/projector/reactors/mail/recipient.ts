import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { streams } from "@ornament/contracts/events/streams";
import { isOfNewerVersion } from "@ornament/contracts/events/upcast";
import type { EventStore, PlainEvent, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { MailCause } from "./causes.ts";

/**
 * The current address of an account. `null` if the account was deleted or erased or never existed. Throws if only a newer
 * build can read its events.
 */
export async function recipientOf(
  store: EventStore,
  { audience, id }: MailCause["to"],
): Promise<string | null> {
  if (audience === "consumer") {
    const { events } = await store.read<ConsumerEvent>(streams.consumer(id));
    return readable(events).reduce<string | null>(consumerAddress, null);
  }
  const { events } = await store.read<AdminDirectoryEvent>(streams.adminDirectory);
  return readable(events)
    .filter(({ data }) => data.adminId === id)
    .reduce<string | null>(adminAddress, null);
}

function readable<E extends PlainEvent>(events: StoredEvent<E>[]): StoredEvent<E>[] {
  if (events.some(isOfNewerVersion))
    throw new Error("The recipient's address may be in an event that only a newer build can read");
  return events;
}

function consumerAddress(address: string | null, event: ConsumerEvent): string | null {
  switch (event.type) {
    case "ConsumerRegistered":
    case "ConsumerEmailChanged":
      return event.data.email;
    case "ConsumerAccountDeleted":
      return null;
    default:
      return address;
  }
}

function adminAddress(address: string | null, event: AdminDirectoryEvent): string | null {
  switch (event.type) {
    case "AdminAccountCreated":
    case "AdminEmailChanged":
      return event.data.email;
    case "AdminAccountDeleted":
      return null;
    default:
      return address;
  }
}
