import { randomUUID } from "node:crypto";
import { Binary } from "bson";
import type { Raw } from "../bson/encoded.ts";
import { rawOf } from "../bson/raw.ts";
import type { Doc, Value } from "../bson/value.ts";
import { CollectionIndex, type IndexDefinition } from "./collection-index.ts";
import { Documents } from "./documents.ts";
import { fieldsOf, StoredDocument } from "./stored-document.ts";

const idIndex: IndexDefinition = { name: "_id_", key: [["_id", 1]], unique: true };

/** An index, and the function that gives it the documents in their order. */
export interface RestoredIndex {
  readonly definition: IndexDefinition;
  fill(entries: CollectionIndex["entries"]): void;
}

/** The documents and indexes of a collection. A change that a unique index refuses changes nothing. */
export class Collection {
  readonly uuid = new Binary(Buffer.from(randomUUID().replaceAll("-", ""), "hex"), Binary.SUBTYPE_UUID);
  private readonly documents = new Documents();
  private indexList: CollectionIndex[];
  private nextSequence = 1;
  /** The collection was dropped. */
  isDropped = false;

  constructor(
    readonly database: string,
    readonly name: string,
  ) {
    this.indexList = [new CollectionIndex(this, idIndex)];
  }

  get namespace(): string {
    return `${this.database}.${this.name}`;
  }

  get indexes(): readonly CollectionIndex[] {
    return this.indexList;
  }

  get size(): number {
    return this.documents.size;
  }

  byId(id: Value): StoredDocument | undefined {
    return this.indexList[0]?.first([id]);
  }

  /** All documents in the order of insertion, or the documents inserted after the one with the sequence. */
  all(behind = 0): Iterable<StoredDocument> {
    return this.documents.behind(behind);
  }

  /** Whether it has the document itself, and not only another one with the same id. */
  has(stored: StoredDocument): boolean {
    return this.documents.get(stored.sequence) === stored;
  }

  /**
   * `raw` is the document's BSON. Throws E11000 (duplicate key), or NotImplemented for an array in an index.
   */
  insert(doc: Doc, raw: Raw = rawOf(doc)): void {
    const fields = fieldsOf(doc);
    const placed = this.indexList.map((index) => {
      const key = index.keyOf(fields);
      return { key, place: index.freePlace(key) };
    });
    const stored = new StoredDocument(this.nextSequence++, raw);
    this.documents.add(stored);
    for (let i = 0; i < placed.length; i++) {
      const { key, place } = placed[i] as (typeof placed)[number];
      this.indexList[i]?.add(stored, key, place);
    }
  }

  /** Throws as `insert` does. */
  replace(stored: StoredDocument, doc: Doc, raw: Raw = rawOf(doc)): void {
    const fields = fieldsOf(doc);
    const moved = this.indexList.flatMap((index) => {
      const key = index.keyOf(fields);
      if (index.hasKey(stored, key)) return [];
      index.freePlace(key);
      return [{ index, key }];
    });
    for (const { index } of moved) index.remove(stored);
    stored.raw = raw;
    for (const { index, key } of moved) index.add(stored, key);
  }

  remove(stored: StoredDocument): void {
    for (const index of this.indexList) index.remove(stored);
    this.documents.delete(stored);
  }

  /**
   * Fills an empty collection with documents in the order of insertion. `indexes` are its indexes, which are
   * filled in this order.
   */
  restore(documents: readonly StoredDocument[], indexes: readonly RestoredIndex[]): void {
    for (const stored of documents) this.documents.add(stored);
    this.nextSequence = (documents.at(-1)?.sequence ?? 0) + 1;
    this.indexList = indexes.map(({ definition, fill }) => {
      const index = new CollectionIndex(this, definition);
      fill(index.entries);
      return index;
    });
  }

  /** Builds an index of the stored documents. Throws E11000 if it is unique and a key occurs twice. */
  addIndex(definition: IndexDefinition): void {
    const index = new CollectionIndex(this, definition);
    index.build(this.documents);
    this.indexList.push(index);
  }
}
