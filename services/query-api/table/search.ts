import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { parsePinCode } from "@ornament/contracts/domain/pin-code";
import { folded } from "@ornament/contracts/read-models/read-model";
import type { Collection, Document, Filter } from "mongodb";
import { anyOf } from "./paging.ts";

const literally = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("\0", "\\x00");

/** Looks for the term literally, without regard to case, anywhere in the field. */
export const contains = (term: string) => ({ $regex: literally(term), $options: "i" });

/** The same in a field that is stored `folded`. */
export const containsFolded = (term: string) => ({ $regex: literally(folded(term)) });

export interface OwnerSearch {
  query: string;
  field: "all" | "email" | "pin";
}

/**
 * How to look for a term in a table of PINs and their owners: a complete PIN or address by the index, anything else as
 * a part of one (design §5). Of several filters the first that finds something counts, for what looks like a complete
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

/** Seven characters without the hyphen are as likely a part of an address. */
const isSpelledAsPin = (term: string) => parsePinCode(term) !== undefined && /[- ]/.test(term);

function pinFilter<D>(term: string, byCode: (code: string) => Filter<D>): Filter<D> {
  const code = parsePinCode(term);
  if (code !== undefined) return byCode(code);
  return where<D>(term.includes("-") ? "pin" : "code", contains(term));
}

const where = <D>(field: "email" | "pin" | "code", condition: unknown) =>
  ({ [field]: condition }) as Filter<D>;

/** The first filter that finds something, or the last. */
export async function firstThatFinds<D extends Document>(
  collection: Collection<D>,
  filters: readonly Filter<D>[],
): Promise<Filter<D>> {
  for (const filter of filters.slice(0, -1))
    if (await collection.findOne(filter, { projection: { _id: 1 } })) return filter;
  return filters.at(-1) ?? {};
}
