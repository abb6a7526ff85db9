import type { CopiedEntry } from "@ornament/contracts/api/data-copy";
import type { DomainEvent } from "@ornament/contracts/events/catalogue";
import type { ActionLogDocument } from "@ornament/contracts/read-models/action-log";
import { consumerIn, consumerName } from "../action-log/entry-names.ts";
import type { Places } from "./places.ts";

/** The name of the person in entries of the copy. */
export const accountHolder = "Account holder";

/**
 * Values that are about another account: the address of an email change that was refused belongs to it, and so
 * does a PIN that was refused.
 */
const valuesOfOthers: Partial<Record<DomainEvent["type"], string>> = {
  ConsumerEmailChangeRefused: "an address of another account",
  PinEntryRefused: "a PIN of another account",
};

type Entry = Pick<
  ActionLogDocument,
  "type" | "createdAt" | "commit" | "actor" | "role" | "action" | "value" | "changes" | "session"
>;

/**
 * An entry of the System action log as the copy of a consumer's data has it. Staff is named by role, and other accounts
 * are not named. Browser and network address are the consumer's only.
 * @param places of the consumer's own sessions
 */
export function toCopiedEntry(entry: Entry, consumerId: number, places: Places): CopiedEntry {
  const { type, actor, role, session, commit } = entry;
  const isOwn = actor === consumerName(consumerId);
  const place = isOwn && session !== null ? places.at(session, commit) : undefined;
  return {
    at: entry.createdAt.toISOString(),
    by: isOwn ? accountHolder : consumerIn(actor) === undefined ? role : "Another account",
    action: entry.action,
    value: valuesOfOthers[type as DomainEvent["type"]] ?? entry.value,
    // The owner of a PIN is a number of an account, which says nothing to the person.
    changes: entry.changes.flatMap(({ thing, what, to }) => (thing.endsWith("/owner") ? [] : [{ what, to }])),
    browser: place?.browser ?? null,
    address: place?.address ?? null,
  };
}
