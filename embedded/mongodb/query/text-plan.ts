import type { Collection } from "../store/collection.ts";
import type { StoredDocument } from "../store/stored-document.ts";
import type { Deadline } from "./deadline.ts";
import { compileFilter } from "./filter.ts";
import type { Plan, PlanRequest } from "./plan.ts";
import { type SoughtTexts, textPartsOf } from "./text-parts.ts";

/** All texts are searched in the time in which one of so many documents is read and tested. */
const TEXTS_A_DOCUMENT = 64;

const isWorthASearch = (collection: Collection, documents: number) =>
  documents * TEXTS_A_DOCUMENT > collection.size;

/**
 * The documents that have the texts that the filter looks for in a field. Undefined where it looks for none, or where the
 * cheapest other way reads fewer documents than this search costs.
 */
export function textPlan(
  collection: Collection,
  { filter, sort, deadline }: PlanRequest,
  cheapestOther: number,
): Plan | undefined {
  const sought = textPartsOf(filter);
  if (!sought || !isWorthASearch(collection, cheapestOther)) return undefined;
  const matches = findTexts(collection, sought, deadline);
  return {
    index: "text",
    sorted: !sort,
    cost: matches.count,
    isExact: true,
    rest: sought.rest,
    visit: (each) => matches.visit(each),
    addTo: (bits) => matches.addTo(bits),
  };
}

const findTexts = (collection: Collection, { texts }: SoughtTexts, deadline: Deadline) =>
  texts
    .map((each) => collection.texts(each).find(each.parts, () => deadline.check()))
    .reduce((found, others) => found.and(others));

/** Tests the documents of a plan. Where there are many, their texts are searched before, side by side. Undefined where all match. */
export function testOf(
  collection: Collection,
  { rest, cost }: Plan,
  deadline: Deadline,
): ((stored: StoredDocument) => boolean) | undefined {
  if (Object.keys(rest).length === 0) return undefined;
  const sought = isWorthASearch(collection, cost) ? textPartsOf(rest) : undefined;
  const matches = compileFilter(sought?.rest ?? rest);
  if (!sought) return matches;
  const found = findTexts(collection, sought, deadline);
  return (stored) => found.has(stored.sequence) && matches(stored);
}

/** A bit for each document of the plan that matches. Undefined where documents have to be read to know which match. */
export function bitsOf(collection: Collection, plan: Plan, deadline: Deadline): Uint32Array | undefined {
  const sought = textPartsOf(plan.rest);
  const rest = sought?.rest ?? plan.rest;
  if (!plan.addTo || Object.keys(rest).length > 0) return undefined;
  if (sought && !isWorthASearch(collection, plan.cost)) return undefined;
  const bits = collection.noBits();
  plan.addTo(bits);
  if (sought) findTexts(collection, sought, deadline).keepIn(bits);
  return bits;
}
