import type { Raw } from "../bson/encoded.ts";
import { CommandError } from "../protocol/errors.ts";
import type { Collection } from "../store/collection.ts";
import type { Place, StoredDocument } from "../store/stored-document.ts";
import { Deadline } from "./deadline.ts";
import { compileFilter } from "./filter.ts";
import { findById, matching, planFor, type Query } from "./find.ts";
import type { Plan } from "./plan.ts";
import { sortBy } from "./sort.ts";

/**
 * Gives documents to `take`, in order, until it returns false: the next call begins with the document that
 * was not taken. Returns whether more documents are left.
 */
export type Source<D> = (take: (document: D) => boolean) => boolean;

/** Documents that are all in memory. */
export function listed<D>(documents: readonly D[]): Source<D> {
  let at = 0;
  return (take) => {
    while (at < documents.length && take(documents[at] as D)) at++;
    return at < documents.length;
  };
}

/**
 * The result of a query, for a cursor. As in the real server, only sorted documents are kept as they were
 * found. All others are read on demand: a document whose index key changes between two batches may appear
 * twice or not at all.
 */
export function resultOf(collection: Collection, query: Query, deadline: Deadline): Source<Raw> {
  compileFilter(query.filter);
  const source = sourceOf(collection, query, deadline);
  return (take) => {
    if (collection.isDropped) {
      throw new CommandError(175, `collection dropped. UUID ${collection.uuid.toUUID()}`);
    }
    return source(take);
  };
}

function sourceOf(collection: Collection, query: Query, deadline: Deadline): Source<Raw> {
  const byId = findById(collection, query);
  if (byId) return stillThere(collection, query, byId);
  const plan = planFor(collection, query, undefined);
  const { sort, skip = 0, limit } = query;
  if (plan.sorted || !sort) return walked(plan, query, deadline);
  const found = sortBy(matching(plan, undefined, deadline), sort, limit && skip + limit);
  return listed(found.slice(skip).map(({ raw }) => raw));
}

/** Reads an index or the collection, each time from the place of the last document on. */
function walked(plan: Plan, { skip = 0, limit }: Query, given: Deadline): Source<Raw> {
  const matches = compileFilter(plan.rest);
  let place: Place | undefined;
  let deadline = given;
  let unskipped = skip;
  let left = limit ?? Number.POSITIVE_INFINITY;
  return (take) => {
    let last: StoredDocument | undefined;
    let isRefused = false;
    const visit = (stored: StoredDocument) => {
      deadline.check();
      if (matches(stored)) {
        if (unskipped > 0) unskipped--;
        else if (take(stored.raw)) left--;
        else isRefused = true;
      }
      if (!isRefused) last = stored;
      return !isRefused && left > 0;
    };
    if (left > 0) plan.visit(visit, place);
    if (last) place = plan.placeOf(last);
    // The client's time limit is that of the command that opened the cursor.
    deadline = new Deadline();
    return isRefused;
  };
}

/** The documents that the collection still has and that still match. */
function stillThere(
  collection: Collection,
  { filter }: Query,
  found: readonly StoredDocument[],
): Source<Raw> {
  const matches = compileFilter(filter);
  const rest = listed(found);
  return (take) => rest((stored) => !collection.has(stored) || !matches(stored) || take(stored.raw));
}
