import { randomUUID } from "node:crypto";
import { Binary } from "bson";
import type { Doc } from "../bson/value.ts";
import { CollectionIndex, type IndexDefinition } from "./collection-index.ts";
import type { IndexKey } from "./index-keys.ts";
import type { StoredDocument } from "./stored-document.ts";

const idIndex: IndexDefinition = { name: "_id_", key: [["_id", 1]], unique: true, sparse: false };

/** A collection's documents and indexes, always in step: a change that a unique index refuses changes nothing. */
export class Collection {
  readonly uuid = new Binary(Buffer.from(randomUUID().replaceAll("-", ""), "hex"), Binary.SUBTYPE_UUID);
  private readonly documents = new Map<number, StoredDocument>();
  private indexList: CollectionIndex[];
  private nextSequence = 1;

  private currentDatabase: string;
  private currentName: string;

  constructor(database: string, name: string) {
    this.currentDatabase = database;
    this.currentName = name;
    this.indexList = [new CollectionIndex(this, idIndex)];
  }

  get database(): string {
    return this.currentDatabase;
  }

  get name(): string {
    return this.currentName;
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

  /** All documents in the order they came. */
  all(): Iterable<StoredDocument> {
    return this.documents.values();
  }

  /** Throws E11000 (duplicate key) or CannotIndexParallelArrays. */
  insert(doc: Doc): void {
    const keys = this.checkedKeys(doc, undefined);
    const stored: StoredDocument = { sequence: this.nextSequence++, doc };
    this.documents.set(stored.sequence, stored);
    this.indexList.forEach((index, i) => {
      index.add(stored, keys[i] as IndexKey[]);
    });
  }

  /** Throws E11000 (duplicate key) or CannotIndexParallelArrays. */
  replace(stored: StoredDocument, doc: Doc): void {
    const newKeys = this.checkedKeys(doc, stored);
    this.indexList.forEach((index, i) => {
      index.exchange(stored, doc, index.keysOf(stored.doc), newKeys[i] as IndexKey[]);
    });
    stored.doc = doc;
  }

  remove(stored: StoredDocument): void {
    for (const index of this.indexList) index.remove(stored, index.keysOf(stored.doc));
    this.documents.delete(stored.sequence);
  }

  private checkedKeys(doc: Doc, own: StoredDocument | undefined): IndexKey[][] {
    return this.indexList.map((index) => {
      const keys = index.keysOf(doc);
      index.checkUnique(keys, own);
      return keys;
    });
  }

  /** Builds an index over what is there; throws E11000 when a unique one finds a key twice. */
  addIndex(definition: IndexDefinition): void {
    const index = new CollectionIndex(this, definition);
    for (const stored of this.documents.values()) {
      const keys = index.keysOf(stored.doc);
      index.checkUnique(keys, stored);
      index.add(stored, keys);
    }
    this.indexList.push(index);
  }

  dropIndex(name: string): void {
    this.indexList = this.indexList.filter((index) => index.definition.name !== name);
  }

  rename(database: string, name: string): void {
    this.currentDatabase = database;
    this.currentName = name;
  }
}
