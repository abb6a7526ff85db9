import { noVariables, type Variables } from "../aggregate/variables.ts";
import type { Doc } from "../bson/value.ts";
import type { Deadline } from "../deadline.ts";
import { badValue } from "../errors.ts";
import type { Collection } from "../store/collection.ts";
import type { CollectionIndex } from "../store/collection-index.ts";
import type { StoredDocument } from "../store/stored-document.ts";
import { compileFilter, type Predicate } from "./matcher.ts";
import { planQuery } from "./planner.ts";
import { type SortOrder, sortBy } from "./sort.ts";

export interface Query {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  readonly skip?: number | undefined;
  /** Undefined: all. */
  readonly limit?: number | undefined;
  /** Index name or key pattern, `{$natural: ±1}` for a scan. */
  readonly hint?: string | Doc | undefined;
  readonly variables?: Variables;
}

/** The documents that match, in order, by the cheapest index or a scan. */
export function findDocuments(
  collection: Collection | undefined,
  query: Query,
  deadline: Deadline,
): StoredDocument[] {
  const { filter, sort, skip = 0, limit, hint, variables = noVariables } = query;
  const matches = compileFilter(filter, variables);
  if (!collection) return [];
  const wanted = limit === undefined ? undefined : skip + limit;
  const natural = typeof hint === "object" ? hint.$natural : undefined;
  const source =
    natural === undefined
      ? planQuery(collection, { filter, sort, wanted, hint: hintedIndex(collection, hint) })
      : { sorted: !sort, documents: () => naturalOrder(collection, natural) };
  const found = matching(source.documents(), matches, deadline);
  if (sort && !source.sorted) return sortBy(found, ({ doc }) => doc, sort, wanted).slice(skip);
  return take(found, skip, limit);
}

function* matching(
  documents: Iterable<StoredDocument>,
  matches: Predicate,
  deadline: Deadline,
): Generator<StoredDocument> {
  for (const stored of documents) {
    deadline.check();
    if (matches(stored.doc)) yield stored;
  }
}

function take(found: Iterable<StoredDocument>, skip: number, limit: number | undefined): StoredDocument[] {
  const taken: StoredDocument[] = [];
  if (limit === 0) return taken;
  let passed = 0;
  for (const stored of found) {
    if (passed++ < skip) continue;
    taken.push(stored);
    if (taken.length === limit) break;
  }
  return taken;
}

function naturalOrder(collection: Collection, direction: unknown): Iterable<StoredDocument> {
  if (direction !== 1 && direction !== -1) throw badValue("$natural hint must be 1 or -1");
  return direction === 1 ? collection.all() : [...collection.all()].reverse();
}

/** The index that a hint names. Throws BadValue where there is none. */
export function hintedIndex(
  collection: Collection,
  hint: string | Doc | undefined,
): CollectionIndex | undefined {
  if (hint === undefined) return undefined;
  const wanted = typeof hint === "string" ? hint : patternText(Object.entries(hint));
  const found = collection.indexes.find(({ definition }) =>
    typeof hint === "string" ? definition.name === wanted : patternText(definition.key) === wanted,
  );
  if (!found) {
    throw badValue(
      "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index",
    );
  }
  return found;
}

function patternText(key: readonly (readonly [string, unknown])[]): string {
  return JSON.stringify(key.map(([field, direction]) => [field, Number(direction)]));
}
