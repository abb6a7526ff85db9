import type { Collection, Document, Filter } from "mongodb";
import { firstBatchOf } from "./first-batch.ts";

/**
 * The exact number of documents that a filter finds, as `countDocuments` of the driver counts them, without its cursor. `hint` is the index to
 * count. See docs/decisions/0042-a-page-is-found-without-a-cursor.md
 */
export async function countAtOnce<D extends Document>(
  collection: Collection<D>,
  filter: Filter<D>,
  hint?: Document,
): Promise<number> {
  const command = {
    aggregate: collection.collectionName,
    pipeline: [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }],
    cursor: {},
    ...(hint ? { hint } : {}),
  };
  const [counted] = await firstBatchOf(collection, command, {});
  return Number(counted?.n ?? 0);
}
