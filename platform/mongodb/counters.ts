import type { Collection, Document } from "mongodb";

/**
 * The collection for writing. Its answers count in plain numbers, whether the server's integers have 32 or 64 bits: as
 * `bigint` they equal no number, and the driver itself can't add them up.
 */
export const forWriting = <D extends Document>(collection: Collection<D>): Collection<D> =>
  collection.db.collection<D>(collection.collectionName, { useBigInt64: false });
