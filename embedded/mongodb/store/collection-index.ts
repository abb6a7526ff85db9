import { renderValue } from "../bson/render.ts";
import { docOf, type Value } from "../bson/value.ts";
import { CommandError } from "../protocol/errors.ts";
import { compareKeys, compareToKey, type IndexKey, keyOf, keyValue } from "./index-key.ts";
import { OrderedList } from "./ordered-list.ts";
import type { HasFields, StoredDocument } from "./stored-document.ts";

export interface IndexDefinition {
  readonly name: string;
  /** Fields with 1 or -1, in order. */
  readonly key: readonly (readonly [string, number])[];
  readonly unique: boolean;
}

/** The documents of a collection in the order of their keys. Keys are read from the documents and not stored again. */
export class CollectionIndex {
  readonly fields: readonly string[];
  readonly directions: readonly number[];
  readonly entries: OrderedList<StoredDocument>;

  constructor(
    private readonly owner: { readonly namespace: string },
    readonly definition: IndexDefinition,
  ) {
    this.fields = definition.key.map(([field]) => field);
    this.directions = definition.key.map(([, direction]) => direction);
    this.entries = new OrderedList<StoredDocument>();
  }

  keyOf(doc: HasFields): IndexKey {
    return keyOf(doc, this.fields);
  }

  /** The value of the key's n-th field, from 0. */
  keyPart(doc: HasFields, n: number): Value {
    return keyValue(doc, this.fields[n] as string);
  }

  /** Throws E11000 when another document than `own` has the key in a unique index. */
  checkUnique(key: IndexKey, own: StoredDocument | undefined): void {
    if (!this.definition.unique) return;
    const start = this.entries.seek((stored) => (compareToKey(stored, key, this) >= 0 ? 1 : -1));
    const end = this.entries.seek((stored) => compareToKey(stored, key, this));
    for (const stored of this.entries.range(start, end)) if (stored !== own) throw this.duplicate(key);
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
    this.entries.add(stored, this.placeOf(stored, key));
  }

  /** To be called while `stored` still holds the document with the key. */
  remove(stored: StoredDocument, key = this.keyOf(stored)): void {
    this.entries.remove(stored, this.placeOf(stored, key));
  }

  /** Equal keys are in the order of insertion. */
  private placeOf({ sequence }: StoredDocument, key: IndexKey): (other: StoredDocument) => number {
    return (other) => compareToKey(other, key, this) || other.sequence - sequence;
  }

  /** Whether the keys have different places in the index. */
  differ(a: IndexKey, b: IndexKey): boolean {
    return compareKeys(a, b, this.directions) !== 0;
  }
}
