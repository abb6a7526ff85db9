import type { Raw } from "../bson/encoded.ts";
import type { Collection } from "../store/collection.ts";
import type { CollectionIndex, IndexDefinition } from "../store/collection-index.ts";
import type { SortedPart } from "../store/ordered-list.ts";
import { Store } from "../store/store.ts";
import { StoredDocument } from "../store/stored-document.ts";
import type { Kept } from "./kept-generations.ts";
import type { SealedReader, SealedWriter } from "./sealed-file.ts";

/** The first record, as JSON: the collections, whose documents and indexes follow in this order. */
interface Contents {
  /** Milliseconds since 1970. */
  readonly takenAt: number;
  /** The ids of the generations that are left out. */
  readonly leftOut: readonly string[];
  readonly collections: readonly CollectionHead[];
}

interface CollectionHead {
  readonly database: string;
  readonly name: string;
  readonly documents: number;
  readonly indexes: readonly IndexDefinition[];
}

/** The documents and indexes of a store at one moment. Later changes of the store don't change it. */
export interface Image {
  readonly takenAt: number;
  readonly leftOut: readonly string[];
  readonly collections: readonly CollectionImage[];
}

interface CollectionImage {
  readonly head: CollectionHead;
  readonly sequences: Uint32Array;
  readonly raws: readonly Raw[];
  readonly indexes: readonly (readonly SortedPart<StoredDocument>[])[];
}

/** The number of documents in it. */
export const documentsIn = ({ collections }: Image): number =>
  collections.reduce((sum, { raws }) => sum + raws.length, 0);

/** Copies references to the documents, in one turn: no document is changed in between. */
export function imageOf(store: Store, { leftOut, has }: Kept): Image {
  return { takenAt: Date.now(), leftOut, collections: store.allCollections().filter(has).map(copyOf) };
}

function copyOf(collection: Collection): CollectionImage {
  const { database, name, size, indexes } = collection;
  const sequences = new Uint32Array(size);
  const raws = new Array<Raw>(size);
  let n = 0;
  for (const { sequence, raw } of collection.all()) {
    sequences[n] = sequence;
    raws[n++] = raw;
  }
  const head = { database, name, documents: size, indexes: indexes.map(({ definition }) => definition) };
  return { head, sequences, raws, indexes: indexes.map(({ entries }) => entries.copy()) };
}

/** Writes an image. Ends early, without the last bytes, when `signal` aborts. */
export async function writeImage(image: Image, to: SealedWriter, signal: AbortSignal): Promise<void> {
  const contents: Contents = {
    takenAt: image.takenAt,
    leftOut: image.leftOut,
    collections: image.collections.map(({ head }) => head),
  };
  const json = Buffer.from(JSON.stringify(contents));
  await to.add(bytesOf(Uint32Array.of(json.length)));
  await to.add(json);
  for (const collection of image.collections) {
    for (const raw of collection.raws) {
      if (raw.length <= to.room) {
        to.addText(raw);
        continue;
      }
      if (signal.aborted) return;
      await to.add(Buffer.from(raw, "latin1"));
    }
    const addNumbers = async (numbers: Float64Array | Uint32Array) => {
      const bytes = bytesOf(numbers);
      if (bytes.length <= to.room) to.addBytes(bytes);
      else await to.add(bytes);
    };
    const numberOf = new Uint32Array((collection.sequences.at(-1) ?? 0) + 1);
    for (let n = 0; n < collection.sequences.length; n++) numberOf[collection.sequences[n] as number] = n;
    for (const parts of collection.indexes) {
      for (const { ranks } of parts) await addNumbers(ranks);
      for (const { items } of parts) {
        if (signal.aborted) return;
        const numbers = new Uint32Array(items.length);
        for (let i = 0; i < items.length; i++)
          numbers[i] = numberOf[(items[i] as StoredDocument).sequence] as number;
        await addNumbers(numbers);
      }
    }
  }
  await to.end();
}

const bytesOf = (numbers: Float64Array | Uint32Array) =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

interface ReadImage extends Pick<Contents, "takenAt" | "leftOut"> {
  readonly store: Store;
  /** The number of documents. */
  readonly documents: number;
}

/** The stored documents and indexes. Throws `SnapshotUnusable`. */
export function readImage(from: SealedReader): ReadImage {
  const { takenAt, leftOut, collections }: Contents = JSON.parse(
    from.take(from.take(4).readUInt32LE()).toString("utf8"),
  );
  const store = new Store();
  let documents = 0;
  for (const head of collections) {
    documents += head.documents;
    restore(store.findOrCreate(head.database, head.name), head, from);
  }
  from.end();
  return { store, takenAt, leftOut, documents };
}

function restore(collection: Collection, head: CollectionHead, from: SealedReader): void {
  const documents = new Array<StoredDocument>(head.documents);
  for (let n = 0; n < head.documents; n++) documents[n] = new StoredDocument(n + 1, nextRaw(from));
  const ranks = new Float64Array(head.documents);
  const numbers = new Uint32Array(head.documents);
  const fill = (entries: CollectionIndex["entries"]) => {
    from.takeInto(bytesOf(ranks));
    from.takeInto(bytesOf(numbers));
    entries.fill(ranks, (n) => documents[numbers[n] as number] as StoredDocument);
  };
  collection.restore(
    documents,
    head.indexes.map((definition) => ({ definition, fill })),
  );
}

/** A document begins with its length. */
function nextRaw(from: SealedReader): Raw {
  return from.takeText(from.peekNumber());
}
