import { type Abortable, type Collection, type Document, MongoNetworkError } from "mongodb";
import { isTemporary } from "./outage.ts";

interface CommandOptions extends Abortable {
  /** Gives each document as bytes (BSON). */
  readonly raw?: boolean;
}

/**
 * The documents that a command on a collection (`find`, `aggregate`) gives in its first answer. Like a read of the driver it is tried once more if
 * the connection or the primary was lost. Throws if there are more documents than fit in one answer (16 MB).
 */
export async function firstBatchOf<D extends Document>(
  collection: Collection<D>,
  command: Document,
  options: CommandOptions,
): Promise<Document[]> {
  try {
    return await firstBatch(collection, command, options);
  } catch (error) {
    if (!(error instanceof MongoNetworkError || isTemporary(error))) throw error;
    return firstBatch(collection, command, options);
  }
}

/** The driver does not apply the settings of its client to a command, so they are repeated here. */
async function firstBatch<D extends Document>(
  { db, collectionName }: Collection<D>,
  command: Document,
  { raw = false, signal }: CommandOptions,
): Promise<Document[]> {
  const { cursor } = await db.command(
    { ...command, readConcern: { level: "majority" } },
    {
      useBigInt64: true,
      ignoreUndefined: true,
      ...(raw ? { fieldsAsRaw: { firstBatch: true } } : {}),
      ...(signal ? { signal } : {}),
    },
  );
  if (BigInt(cursor.id) !== 0n) throw new Error(`The documents of ${collectionName} don't fit in one answer`);
  return cursor.firstBatch;
}
