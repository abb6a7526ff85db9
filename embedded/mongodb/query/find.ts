import type { Doc } from "../bson/value.ts";
import { badValue } from "../protocol/errors.ts";
import type { Collection } from "../store/collection.ts";
import type { CollectionIndex } from "../store/collection-index.ts";
import type { StoredDocument } from "../store/stored-document.ts";
import type { Deadline } from "./deadline.ts";
import { compileFilter, type Predicate } from "./filter.ts";
import { planQuery } from "./planner.ts";
import { type SortOrder, sortBy } from "./sort.ts";

export interface Query {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  readonly skip?: number | undefined;
  /** Undefined: all. */
  readonly limit?: number | undefined;
  /** Index name or key pattern, `{$natural: 1}` for a scan. */
  readonly hint?: string | Doc | undefined;
}

/** The documents that match, in order, by the cheapest index or a scan. */
export function findDocuments(
  collection: Collection | undefined,
  query: Query,
  deadline: Deadline,
): StoredDocument[] {
  const { filter, sort, skip = 0, limit, hint } = query;
  const matches = compileFilter(filter);
  if (!collection) return [];
  const wanted = limit === undefined ? undefined : skip + limit;
  const source = isScan(hint)
    ? { sorted: !sort, documents: () => collection.all() }
    : planQuery(collection, { filter, sort, wanted, hint: hintedIndex(collection, hint) });
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

/** Whether a hint asks for the collection itself instead of an index. */
export const isScan = (hint: string | Doc | undefined): boolean =>
  typeof hint === "object" && hint.$natural === 1;

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
