import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { formerSearchOf } from "@ornament/contracts/read-models/search-text";
import type { Filter } from "mongodb";
import type { ReadView } from "../read-side/view.ts";
import { containsExactly } from "../table/search.ts";
import type { SearchTerm } from "../table/search-term.ts";

/** The filters for the account that has the address now and for those that had it before. An index leads to each. */
export const hasOrHadAddress = (email: string): Filter<ConsumerDocument>[] => [
  { email },
  hadAddress(containsExactly(formerSearchOf([email]))),
];

/** Accounts with a former address that meets the condition. Few accounts have one, and the index leads to them. */
export const hadAddress = (condition: { $regex: string }): Filter<ConsumerDocument> => ({
  formerSearch: { $gt: "", ...condition },
});

/** Most accounts that are looked up for one address. */
const mostOwners = 100;

/** The accounts that have or had the address that a term is; none for any other term. */
export async function ownersOf(view: ReadView, { email }: SearchTerm): Promise<number[]> {
  if (email === undefined) return [];
  const consumers = view.collection<ConsumerDocument>(consumersReadModel);
  const owners = await Promise.all(
    hasOrHadAddress(email).map((filter) =>
      consumers.find(filter, { projection: { _id: 1 }, limit: mostOwners }).toArray(),
    ),
  );
  return [...new Set(owners.flat().map(({ _id }) => _id))];
}
