import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { streams } from "@ornament/contracts/events/streams";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { MailCause } from "./causes.ts";

/** The current email addresses to which a mail goes. They are empty where `recipientOf` is `null`. */
export async function recipientsOf(
  store: EventStore,
  { kind, to }: Pick<MailCause, "kind" | "to">,
): Promise<string[]> {
  const ofAccount = await recipientOf(store, to);
  if (ofAccount === null) return [];
  return kind === "it-admin-asked" ? itAdminsOf(store) : [ofAccount];
}

/**
 * The current email address of an account; `null` if the account was deleted or erased or never existed.
 * Throws `upgrade_in_progress` if only a newer build can read its events.
 */
async function recipientOf(store: EventStore, { audience, id }: MailCause["to"]): Promise<string | null> {
  if (audience === "consumer") {
    const { events } = await store.read<ConsumerEvent>(streams.consumer(id));
    return events.reduce<string | null>(consumerAddress, null);
  }
  const { events } = await store.read<AdminDirectoryEvent>(streams.adminDirectory);
  return events.filter(({ data }) => data.adminId === id).reduce<string | null>(adminAddress, null);
}

async function itAdminsOf(store: EventStore): Promise<string[]> {
  const { events } = await store.read<AdminDirectoryEvent>(streams.adminDirectory);
  const addresses = new Map<number, string | null>();
  const itAdmins = new Set<number>();
  for (const event of events) {
    const { adminId } = event.data;
    addresses.set(adminId, adminAddress(addresses.get(adminId) ?? null, event));
    if (event.type !== "AdminAccountCreated" && event.type !== "AdminRoleChanged") continue;
    if (event.data.role === "ADMIN") itAdmins.add(adminId);
    else itAdmins.delete(adminId);
  }
  return [...itAdmins].flatMap((id) => addresses.get(id) ?? []);
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
