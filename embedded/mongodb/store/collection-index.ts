import { renderValue } from "../bson/render.ts";
import { type Doc, docOf, type Value } from "../bson/value.ts";
import { CommandError } from "../protocol/errors.ts";
import { compareKeys, type IndexKey, keyOf } from "./index-key.ts";
import { OrderedList } from "./ordered-list.ts";
import type { StoredDocument } from "./stored-document.ts";

export interface IndexDefinition {
  readonly name: string;
  /** Fields with 1 or -1, in order. */
  readonly key: readonly (readonly [string, number])[];
  readonly unique: boolean;
}

export interface IndexEntry {
  readonly key: IndexKey;
  readonly stored: StoredDocument;
}

/** An ordered index over a collection, with one entry for each document. */
export class CollectionIndex {
  readonly fields: readonly string[];
  readonly directions: readonly number[];
  readonly entries: OrderedList<IndexEntry>;

  constructor(
    private readonly owner: { readonly namespace: string },
    readonly definition: IndexDefinition,
  ) {
    this.fields = definition.key.map(([field]) => field);
    this.directions = definition.key.map(([, direction]) => direction);
    this.entries = new OrderedList<IndexEntry>(
      (a, b) => compareKeys(a.key, b.key, this.directions) || a.stored.sequence - b.stored.sequence,
    );
  }

  keyOf(doc: Doc): IndexKey {
    return keyOf(doc, this.fields);
  }

  /** Throws E11000 when another document than `own` has the key in a unique index. */
  checkUnique(key: IndexKey, own: StoredDocument | undefined): void {
    if (!this.definition.unique) return;
    const start = this.entries.seek((entry) => (compareKeys(entry.key, key, this.directions) >= 0 ? 1 : -1));
    const end = this.entries.seek((entry) => compareKeys(entry.key, key, this.directions));
    for (const entry of this.entries.range(start, end)) {
      if (entry.stored !== own) throw this.duplicate(key);
    }
  }

  private duplicate(key: IndexKey): CommandError {
    const shown = this.fields.map((name, i) => `${name}: ${renderValue(key[i])}`).join(", ");
    return new CommandError(
      11000,
      `E11000 duplicate key error collection: ${this.owner.namespace} index: ${this.definition.name} dup key: { ${shown} }`,
      {
        keyPattern: docOf(this.definition.key),
        keyValue: docOf(this.fields.map((name, i): [string, Value] => [name, key[i] ?? null])),
      },
    );
  }

  add(stored: StoredDocument, key: IndexKey): void {
    this.entries.add({ key, stored });
  }

  /** Exchanges a document's key; to be called before `stored` holds the new document. */
  exchange(stored: StoredDocument, newKey: IndexKey): void {
    const oldKey = this.keyOf(stored.doc);
    if (compareKeys(oldKey, newKey, this.directions) === 0) return;
    this.entries.remove({ key: oldKey, stored });
    this.entries.add({ key: newKey, stored });
  }

  remove(stored: StoredDocument): void {
    this.entries.remove({ key: this.keyOf(stored.doc), stored });
  }
}
