import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { parsePinCode } from "@ornament/contracts/domain/pin-code";
import { folded } from "@ornament/contracts/read-models/read-model";
import type { Collection, Document, Filter } from "mongodb";
import { anyOf } from "./paging.ts";

const literally = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("\0", "\\x00");

/** Finds the term anywhere in the field, literally and ignoring case. */
export const contains = (term: string) => ({ $regex: literally(term), $options: "i" });

/** The same for a field that is stored `folded`. */
export const containsFolded = (term: string) => ({ $regex: literally(folded(term)) });

/** What a table of PINs and their owners is searched for, and in which field. */
export interface OwnerSearch {
  query: string;
  field: "all" | "email" | "pin";
}

/**
 * The filters that find a term in a table of PINs and their owners. A complete PIN or address is found by an index, any
 * other term as a part of one. The first filter that finds something is used, because a term that looks like a complete
 * address may be the beginning of a longer one.
 * @param byCode the filter that finds a complete PIN by an index
 */
export function ownerFilters<D>(
  { query, field }: OwnerSearch,
  byCode: (code: string) => Filter<D>,
): Filter<D>[] {
  const term = query.trim();
  if (term === "") return [{}];
  const inEmail = where<D>("email", contains(term));
  const inPin = pinFilter(term, byCode);
  const byEmail = where<D>("email", normaliseEmail(term));
  const isEmail = emailProblem(term) === undefined;
  if (field === "pin") return [inPin];
  if (field === "email") return isEmail ? [byEmail, inEmail] : [inEmail];
  if (isEmail) return [byEmail, inEmail];
  const anywhere = anyOf<D>([inEmail, inPin]);
  return isSpelledAsPin(term) ? [inPin, anywhere] : [anywhere];
}

/** Seven characters without a hyphen may as well be a part of an address. */
const isSpelledAsPin = (term: string) => parsePinCode(term) !== undefined && /[- ]/.test(term);

function pinFilter<D>(term: string, byCode: (code: string) => Filter<D>): Filter<D> {
  const code = parsePinCode(term);
  if (code !== undefined) return byCode(code);
  return where<D>(term.includes("-") ? "pin" : "code", contains(term));
}

const where = <D>(field: "email" | "pin" | "code", condition: unknown) =>
  ({ [field]: condition }) as Filter<D>;

/** The first filter that finds something, otherwise the last one. */
export async function firstThatFinds<D extends Document>(
  collection: Collection<D>,
  filters: readonly Filter<D>[],
): Promise<Filter<D>> {
  for (const filter of filters.slice(0, -1))
    if (await collection.findOne(filter, { projection: { _id: 1 } })) return filter;
  return filters.at(-1) ?? {};
}
