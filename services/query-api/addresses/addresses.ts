import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { formerSearchOf } from "@ornament/contracts/read-models/search-text";
import type { Filter } from "mongodb";
import type { ReadView } from "../read-side/view.ts";
import { anyOf } from "../table/conditions.ts";
import { containsExactly } from "../table/search.ts";
import { readTerm } from "../table/search-term.ts";

/** The account that has the address now, and those that had it before. Indexes lead to both. */
export const hasAddress = (email: string): Filter<ConsumerDocument> =>
  anyOf<ConsumerDocument>([{ email }, hadAddress(containsExactly(formerSearchOf([email])))]);

/** Accounts with a former address that meets the condition. Few accounts have one, and the index leads to them. */
export const hadAddress = (condition: { $regex: string }): Filter<ConsumerDocument> => ({
  formerSearch: { $gt: "", ...condition },
});

/** Most accounts that are looked up for one address. */
const mostOwners = 100;

/** The accounts that have or had the address that a term is; none for any other term. */
export async function ownersOf(view: ReadView, query: string): Promise<number[]> {
  const { email } = readTerm(query);
  if (email === undefined) return [];
  const owners = await view
    .collection<ConsumerDocument>(consumersReadModel)
    .find(hasAddress(email), { projection: { _id: 1 }, limit: mostOwners })
    .toArray();
  return owners.map(({ _id }) => _id);
}
