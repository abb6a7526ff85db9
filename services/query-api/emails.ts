import {
  type AdminDocument,
  adminsReadModel,
  type FormerAdminDocument,
} from "@ornament/contracts/admins/document";
import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/consumers/document";
import { present } from "@ornament/contracts/projections/read-model";
import { formerSearchOf, searchable } from "@ornament/contracts/tables/search-text";
import type { Filter } from "mongodb";
import type { ReadView } from "./read-side/view.ts";
import { documentsById } from "./table/all-rows.ts";
import { anyOf } from "./table/conditions.ts";
import { containsExactly } from "./table/search.ts";
import type { SearchTerm } from "./table/search-term.ts";

/** The filters for the accounts that have or had the email address. Each has an index. */
export const hasOrHadEmail = (email: string): Filter<ConsumerDocument>[] => [
  { email },
  hadEmail(containsExactly(formerSearchOf([email]))),
];

/** Accounts with such a former email address. Few have one, and an index leads to them. */
export const hadEmail = (condition: { $regex: string }): Filter<ConsumerDocument> => ({
  formerSearch: { $gt: "", ...condition },
});

/** A condition on an email address that has an index. */
export const beginsWith = (start: string) => ({ $gte: start, $lt: `${start}\uffff` });

/** The filters for the accounts that have or had an email address with this beginning. Each has an index. */
export const emailBegins = (start: string): Filter<ConsumerDocument>[] => [
  { email: beginsWith(start) },
  hadEmail(containsExactly(`\n${start}`)),
];

const mostOwners = 100;

/** The accounts that have or had the address of a term, or its beginning; none if there are too many. */
export async function ownersOf(view: ReadView, { email, emailStart }: SearchTerm): Promise<number[]> {
  const filters =
    email !== undefined ? hasOrHadEmail(email) : emailStart !== undefined ? emailBegins(emailStart) : [];
  const consumers = view.collection<ConsumerDocument>(consumersReadModel);
  const options = { projection: { _id: 1 }, limit: mostOwners + 1 };
  const owners = await Promise.all(filters.map((filter) => consumers.find(filter, options).toArray()));
  const ids = [...new Set(owners.flat().map(({ _id }) => _id))];
  return ids.length > mostOwners ? [] : ids;
}

/** The email address of an admin. A deleted admin has it until the personal data are erased. */
export interface AdminEmail {
  readonly email: string;
  readonly deleted: boolean;
}

/** The email addresses of admins, also of deleted ones; of all or of `ids`. Erased ones are missing. */
export async function adminEmails(
  view: ReadView,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, AdminEmail>> {
  const filter = { ...(ids ? { _id: { $in: [...ids] } } : {}), ...present };
  const options = { projection: { email: 1 } };
  const [former, admins] = await Promise.all([
    view.collection<FormerAdminDocument>(adminsReadModel, "former").find(filter, options).toArray(),
    view.collection<AdminDocument>(adminsReadModel).find(filter, options).toArray(),
  ]);
  const addresses = new Map<number, AdminEmail>();
  for (const { _id, email } of former) addresses.set(_id, { email, deleted: true });
  for (const { _id, email } of admins) if (email !== null) addresses.set(_id, { email, deleted: false });
  return addresses;
}

const consumersOf = (view: ReadView) => view.collection<ConsumerDocument>(consumersReadModel);

export interface FoundAccounts {
  readonly admins: ReadonlySet<number>;
  readonly consumers: ReadonlySet<number>;
}

export const noAccounts: FoundAccounts = { admins: new Set(), consumers: new Set() };

/**
 * The accounts that a search of the System action log finds by email address, deleted admins included. A term
 * with an @ is searched in the addresses of admins and consumers, also in former ones. A term without an @ is searched in the part
 * before the @ of admins' addresses: there are few admins, and most addresses have the same few domains.
 */
export async function accountsFoundBy(view: ReadView, query: string): Promise<FoundAccounts> {
  const term = searchable(query.trim());
  if (term.length < shortestName) return noAccounts;
  const whole = term.includes("@");
  const names = [...(await adminEmails(view))].filter(([, { email }]) => {
    const address = searchable(email);
    return (whole ? address : address.slice(0, address.lastIndexOf("@"))).includes(term);
  });
  const admins = new Set(names.map(([id]) => id));
  return { admins, consumers: whole ? await consumersFoundBy(view, term) : noAccounts.consumers };
}

/** A shorter term is too vague for a person. */
const shortestName = 3;

async function consumersFoundBy(view: ReadView, term: string): Promise<ReadonlySet<number>> {
  const part = containsExactly(term);
  const filter = anyOf<ConsumerDocument>([{ email: part }, hadEmail(part)]);
  const found = await consumersOf(view)
    .find({ ...present, ...filter }, { projection: { _id: 1 } })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

export interface Emails {
  readonly admins: ReadonlyMap<number, AdminEmail>;
  readonly consumers: ReadonlyMap<number, string>;
}

export async function consumerEmails(view: ReadView, ids: number[]): Promise<Emails["consumers"]> {
  const consumers = await documentsById(consumersOf(view), ids, { email: 1, deleted: 1 });
  return byId([...consumers.values()]);
}

const byId = (accounts: readonly { _id: number; email: string | null }[]) =>
  new Map(accounts.flatMap(({ _id, email }) => (email === null ? [] : [[_id, email] as const])));
