import { randomUUID } from "node:crypto";
import { Binary } from "bson";
import type { Raw } from "../bson/encoded.ts";
import { rawOf } from "../bson/raw.ts";
import type { Doc, Value } from "../bson/value.ts";
import { CollectionIndex, type IndexDefinition } from "./collection-index.ts";
import { Documents } from "./documents.ts";
import { fieldsOf, StoredDocument } from "./stored-document.ts";
import { type SearchedField, TextColumn } from "./text-column.ts";

const idIndex: IndexDefinition = { name: "_id_", key: [["_id", 1]], unique: true };

/** Most fields whose texts are kept side by side. */
const MAX_TEXT_COLUMNS = 6;

/** A collection's documents and indexes. A change that a unique index refuses changes nothing. */
export class Collection {
  readonly uuid = new Binary(Buffer.from(randomUUID().replaceAll("-", ""), "hex"), Binary.SUBTYPE_UUID);
  private readonly documents = new Documents();
  private readonly indexList: CollectionIndex[];
  private readonly textColumns = new Map<string, TextColumn>();
  private nextSequence = 1;

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

  /** A bit for each sequence so far, none of them set. */
  noBits(): Uint32Array {
    return new Uint32Array(((this.nextSequence - 1) >> 5) + 1);
  }

  byId(id: Value): StoredDocument | undefined {
    return this.indexList[0]?.first([id]);
  }

  /** All documents in the order of their insertion. */
  all(): Iterable<StoredDocument> {
    return this.documents;
  }

  /** The texts of a field. They are kept from the first search in it until some other fields were searched. */
  texts({ field, ignoresCase }: SearchedField): TextColumn {
    const name = `${ignoresCase ? "i" : ""} ${field}`;
    const known = this.textColumns.get(name);
    if (known) return known;
    const column = new TextColumn({ field, ignoresCase }, this.documents, () => this.nextSequence - 1);
    const [oldest] = this.textColumns.keys();
    if (oldest !== undefined && this.textColumns.size >= MAX_TEXT_COLUMNS) this.textColumns.delete(oldest);
    this.textColumns.set(name, column);
    return column;
  }

  /** `raw` is the document's. Throws E11000 (duplicate key), or NotImplemented for an array in an indexed field. */
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
    for (const column of this.textColumns.values()) column.forget(stored.sequence);
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
    for (const column of this.textColumns.values()) {
      const { field } = column.searched;
      if (stored.field(field) !== doc[field]) column.forget(stored.sequence);
    }
    stored.raw = raw;
    for (const { index, key } of moved) index.add(stored, key);
  }

  remove(stored: StoredDocument): void {
    for (const index of this.indexList) index.remove(stored);
    this.documents.delete(stored);
    for (const column of this.textColumns.values()) column.forget(stored.sequence);
  }

  /** Builds an index of the stored documents. Throws E11000 when a unique one finds a key twice. */
  addIndex(definition: IndexDefinition): void {
    const index = new CollectionIndex(this, definition);
    index.build(this.documents);
    this.indexList.push(index);
  }
}
