import type { Collection, Document } from "mongodb";

/**
 * The collection for writing. Counts in its answers are plain numbers, whether the server sends 32 or 64
 * bits. A `bigint` never equals a number, and the driver can't add the two.
 */
export const forWriting = <D extends Document>(collection: Collection<D>): Collection<D> =>
  collection.db.collection<D>(collection.collectionName, { useBigInt64: false });
