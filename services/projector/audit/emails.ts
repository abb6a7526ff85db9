import type { DomainEvent } from "@ornament/contracts/events/catalogue";
import type { Actor } from "@ornament/contracts/events/metadata";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { nameOf } from "./names.ts";

type Data<T extends DomainEvent["type"]> = Extract<DomainEvent, { type: T }>["data"];
type Told = readonly [account: string, email: string | null];

/** The events that give an account its email address. */
const tells: { readonly [T in DomainEvent["type"]]?: (data: Data<T>) => Told } = {
  AdminAccountCreated: ({ adminId, email }) => [`admin-${adminId}`, email],
  AdminEmailChanged: ({ adminId, email }) => [`admin-${adminId}`, email],
  ConsumerRegistered: ({ consumerId, email }) => [`consumer-${consumerId}`, email],
  ConsumerEmailChanged: ({ consumerId, email }) => [`consumer-${consumerId}`, email],
};

export const emailEvents = Object.keys(tells);

/** The account and the email address that an event gives to it. */
export const emailToldBy = (event: StoredEvent): Told | undefined =>
  event.unreadable === undefined && event.invalid === undefined
    ? tells[event.type as DomainEvent["type"]]?.(event.data as never)
    : undefined;

/** The email addresses of accounts, as of the latest event that was read. */
export interface LatestEmails {
  learn(event: StoredEvent): void;
  of(actor: Actor): string | null;
}

export function latestEmails(): LatestEmails {
  const emails = new Map<string, string>();
  return {
    learn(event) {
      const [account, email] = emailToldBy(event) ?? [];
      if (account !== undefined && email) emails.set(account, email);
    },
    of: (actor) => emails.get(nameOf(actor)) ?? null,
  };
}
