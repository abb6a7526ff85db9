import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { present } from "@ornament/contracts/read-models/read-model";
import { searchable } from "@ornament/contracts/read-models/search-text";
import { hadAddress } from "../addresses/addresses.ts";
import { type AdminAddress, adminAddresses } from "../addresses/admin-addresses.ts";
import type { ReadView } from "../read-side/view.ts";
import { documentsById } from "../table/all-rows.ts";
import { anyOf } from "../table/conditions.ts";
import { containsExactly } from "../table/search.ts";

const consumersOf = (view: ReadView) => view.collection<ConsumerDocument>(consumersReadModel);

/** The ids of accounts whose email address contains a term. */
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
  const names = [...(await adminAddresses(view))].filter(([, { email }]) => {
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
  const filter = anyOf<ConsumerDocument>([{ email: part }, hadAddress(part)]);
  const found = await consumersOf(view)
    .find({ ...present, ...filter }, { projection: { _id: 1 } })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

/** The email addresses of the accounts of entries. A deleted consumer and an erased admin have none. */
export interface Addresses {
  readonly admins: ReadonlyMap<number, AdminAddress>;
  readonly consumers: ReadonlyMap<number, string>;
}

export async function consumerAddresses(view: ReadView, ids: number[]): Promise<Addresses["consumers"]> {
  const consumers = await documentsById(consumersOf(view), ids, { email: 1, deleted: 1 });
  return byId([...consumers.values()]);
}

const byId = (accounts: readonly { _id: number; email: string | null }[]) =>
  new Map(accounts.flatMap(({ _id, email }) => (email === null ? [] : [[_id, email] as const])));
