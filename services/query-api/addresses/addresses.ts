import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { formerSearchOf } from "@ornament/contracts/read-models/search-text";
import type { Filter } from "mongodb";
import type { ReadView } from "../read-side/view.ts";
import { containsExactly } from "../table/search.ts";
import type { SearchTerm } from "../table/search-term.ts";

/**
 * The filters for the account that has the email address now and for those that had it before. Each has an
 * index.
 */
export const hasOrHadAddress = (email: string): Filter<ConsumerDocument>[] => [
  { email },
  hadAddress(containsExactly(formerSearchOf([email]))),
];

/**
 * Accounts with a former email address that meets the condition. Few accounts have one, and an index leads to
 * them.
 */
export const hadAddress = (condition: { $regex: string }): Filter<ConsumerDocument> => ({
  formerSearch: { $gt: "", ...condition },
});

/** A condition on an email address that has an index. */
export const beginsWith = (start: string) => ({ $gte: start, $lt: `${start}\uffff` });

/**
 * The filters for the accounts whose email address begins with a text, and for those of which a former one
 * does. Each has an index.
 */
export const addressBegins = (start: string): Filter<ConsumerDocument>[] => [
  { email: beginsWith(start) },
  hadAddress(containsExactly(`\n${start}`)),
];

/** Most accounts that are looked up for one term. */
const mostOwners = 100;

/**
 * The accounts that have or had the address that a term is, or an address that begins with the term. None for
 * a term that is neither, or if too many accounts have such an address.
 */
export async function ownersOf(view: ReadView, { email, emailStart }: SearchTerm): Promise<number[]> {
  const filters =
    email !== undefined ? hasOrHadAddress(email) : emailStart !== undefined ? addressBegins(emailStart) : [];
  const consumers = view.collection<ConsumerDocument>(consumersReadModel);
  const options = { projection: { _id: 1 }, limit: mostOwners + 1 };
  const owners = await Promise.all(filters.map((filter) => consumers.find(filter, options).toArray()));
  const ids = [...new Set(owners.flat().map(({ _id }) => _id))];
  return ids.length > mostOwners ? [] : ids;
}
