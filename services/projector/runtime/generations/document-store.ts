import { collectionOf, type Stored } from "@ornament/contracts/projections/read-model";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { codeOf, duplicateKey, namespaceNotFound } from "@ornament/platform/mongodb/outage";
import { type AnyBulkWriteOperation, type Collection, type Db, MongoBulkWriteError } from "mongodb";
import type { Content, GroupKey, Projection } from "../../projection.ts";
import type { BatchChanges, DocumentChange, GroupSource, LoadedGroup } from "../folding/fold-batch.ts";

interface StoredContent extends Stored {
  _id: string | number;
  [field: string]: unknown;
}

export interface DocumentStore extends GroupSource {
  create(): Promise<void>;
  /** Replaces only older documents; those of the same or a later position stay. Rows come before groups. */
  write(changes: BatchChanges): Promise<void>;
  /** Removes tombstones up to the position, which is before the checkpoint: those of the changes, or all. */
  sweep(position: bigint, changes?: BatchChanges): Promise<void>;
  drop(): Promise<void>;
}

export function createDocumentStore(db: Db, projection: Projection, generation: string): DocumentStore {
  const { collections } = projection.readModel;
  const collection = (part: string) => db.collection<StoredContent>(collectionOf(generation, part));
  const drop = async () => {
    for (const part of Object.keys(collections)) await dropCollection(db, collectionOf(generation, part));
  };
  return {
    drop,
    async create() {
      await drop();
      for (const [part, { indexes }] of Object.entries(collections)) {
        if (indexes.length === 0) continue;
        await collection(part).createIndexes(
          indexes.map(({ key, unique }) => ({ key: { ...key }, ...(unique ? { unique } : {}) })),
        );
      }
    },
    async byKey(keys) {
      const found = await Promise.all(
        [...byPart(keys)].map(([part, group]) =>
          load(collection(part), part, { _id: { $in: group.map(({ id }) => id) } }),
        ),
      );
      return found.flat();
    },
    async byField(lookups) {
      const found = await Promise.all(
        lookups.map(({ part, field, value }) => load(collection(part), part, { [field]: value })),
      );
      return found.flat();
    },
    async write({ rows, groups }) {
      for (const changes of [rows, groups])
        await Promise.all([...byPart(changes)].map(([part, some]) => writePart(collection(part), some)));
    },
    async sweep(position, changes) {
      const tombstones = { deleted: true, position: { $lte: position } };
      if (changes) {
        const gone = [...changes.rows, ...changes.groups].filter(({ content }) => content === undefined);
        for (const [part, group] of byPart(gone))
          await forWriting(collection(part)).deleteMany({
            _id: { $in: group.map(({ id }) => id) },
            ...tombstones,
          });
        return;
      }
      for (const [part, { deletes }] of Object.entries(collections))
        if (deletes) await forWriting(collection(part)).deleteMany(tombstones);
    },
  };
}

function byPart<T extends { part: string }>(items: readonly T[]): Map<string, T[]> {
  const parts = new Map<string, T[]>();
  for (const item of items) {
    const known = parts.get(item.part);
    if (known) known.push(item);
    else parts.set(item.part, [item]);
  }
  return parts;
}

async function load(
  collection: Collection<StoredContent>,
  part: string,
  filter: Record<string, unknown>,
): Promise<LoadedGroup[]> {
  const documents = await collection.find(filter).toArray();
  return documents.map(({ _id, position, deleted, ...content }) => ({
    key: { part, id: _id } satisfies GroupKey,
    position,
    content: deleted ? undefined : (content as Content),
  }));
}

async function writePart(
  collection: Collection<StoredContent>,
  changes: readonly DocumentChange[],
): Promise<void> {
  const inserts = changes.filter(({ isNew }) => isNew);
  const existing = await insertAll(collection, inserts);
  await replaceAll(collection, [...changes.filter(({ isNew }) => !isNew), ...existing]);
}

/** Inserts documents that are most likely new: an upsert costs much more. Returns the stored ones. */
async function insertAll(
  collection: Collection<StoredContent>,
  changes: readonly DocumentChange[],
): Promise<DocumentChange[]> {
  if (changes.length === 0) return [];
  const documents = changes.map((change) => ({ _id: change.id, ...documentOf(change) }));
  const refused = await refusedByKey(() => forWriting(collection).insertMany(documents, { ordered: false }));
  return refused.flatMap((index) => changes[index] ?? []);
}

async function replaceAll(
  collection: Collection<StoredContent>,
  changes: readonly DocumentChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const refused = await refusedByKey(() =>
    forWriting(collection).bulkWrite(changes.map(guarded), { ordered: false }),
  );
  if (refused.length > 0) await confirmApplied(collection, changes);
}

/** Returns the indexes of the writes that were refused because a document with the same key exists. */
async function refusedByKey(write: () => Promise<unknown>): Promise<number[]> {
  try {
    await write();
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    // Written, but not confirmed by a majority of the nodes.
    if (error.result.getWriteConcernError()) throw error;
    const refused = [error.writeErrors].flat();
    if (refused.length === 0 || refused.some(({ code }) => Number(code) !== duplicateKey)) throw error;
    return refused.map(({ index }) => index);
  }
}

/** Replaces an older document or inserts the first. A newer one makes the insert fail as a duplicate. */
function guarded(change: DocumentChange): AnyBulkWriteOperation<StoredContent> {
  const { id, position } = change;
  return {
    replaceOne: {
      filter: { _id: id, position: { $lt: position } },
      replacement: documentOf(change),
      upsert: true,
    },
  };
}

const documentOf = ({ position, content }: DocumentChange) =>
  content ? { ...content, position, deleted: false } : { position, deleted: true };

/** A duplicate key means "already applied" only if a document at least as new exists. */
async function confirmApplied(
  collection: Collection<StoredContent>,
  changes: readonly DocumentChange[],
): Promise<void> {
  const stored = await collection
    .find({ _id: { $in: changes.map(({ id }) => id) } }, { projection: { position: 1 } })
    .toArray();
  const positions = new Map(stored.map(({ _id, position }) => [_id, position]));
  const missing = changes.filter(({ id, position }) => (positions.get(id) ?? -1n) < position);
  if (missing.length > 0) throw new Error(`${missing.length} documents were not written`);
}

/** Drops a collection; does nothing if it does not exist. */
export async function dropCollection(db: Db, name: string): Promise<void> {
  try {
    await db.dropCollection(name);
  } catch (error) {
    if (codeOf(error) !== namespaceNotFound) throw error;
  }
}
