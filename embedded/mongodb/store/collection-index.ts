import { renderValue } from "../bson/render.ts";
import { docOf, type Value } from "../bson/value.ts";
import { CommandError } from "../protocol/errors.ts";
import { compareKeys, compareToKey, type IndexKey, keyOf, keyValue } from "./index-key.ts";
import { OrderedList, type PlaceOf } from "./ordered-list.ts";
import type { HasFields, InSequence, StoredDocument } from "./stored-document.ts";

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
  readonly entries: OrderedList<StoredDocument, InSequence>;

  constructor(
    private readonly owner: { readonly namespace: string },
    readonly definition: IndexDefinition,
  ) {
    this.fields = definition.key.map(([field]) => field);
    this.directions = definition.key.map(([, direction]) => direction);
    this.entries = new OrderedList<StoredDocument, InSequence>(
      (stored) => new KeyCopy(stored, this.fields),
      ({ sequence }) => sequence,
    );
  }

  keyOf(doc: HasFields): IndexKey {
    return keyOf(doc, this.fields);
  }

  /** The value of the key's n-th field, from 0. */
  keyPart(doc: HasFields, n: number): Value {
    return keyValue(doc, this.fields[n] as string);
  }

  /** Throws E11000 when a document has the key in a unique index. */
  checkUnique(key: IndexKey): void {
    if (this.definition.unique && this.first(key)) throw this.duplicate(key);
  }

  /** The first document with the key. */
  first(key: IndexKey): StoredDocument | undefined {
    const found = this.entries.at(
      this.entries.seek((stored) => (compareToKey(stored, key, this) >= 0 ? 1 : -1)),
    );
    return found && this.hasKey(found, key) ? found : undefined;
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
  remove(stored: StoredDocument): void {
    this.entries.remove(stored, this.placeOf(stored, this.keyOf(stored)));
  }

  hasKey(stored: StoredDocument, key: IndexKey): boolean {
    return compareToKey(stored, key, this) === 0;
  }

  /** Equal keys are in the order of insertion. */
  private placeOf({ sequence }: StoredDocument, key: IndexKey): PlaceOf<InSequence> {
    return (other) => compareToKey(other, key, this) || other.sequence - sequence;
  }

  /** Fills an empty index. Throws E11000 when it is unique and finds a key twice. */
  build(documents: Iterable<StoredDocument>): void {
    const keyed = Array.from(documents, (stored) => ({ key: this.keyOf(stored), stored }));
    const compare = (a: IndexKey, b: IndexKey) => compareKeys(a, b, this.directions);
    keyed.sort((a, b) => compare(a.key, b.key) || a.stored.sequence - b.stored.sequence);
    const twice = keyed.find(({ key }, i) => compare(key, keyed[i - 1]?.key ?? []) === 0);
    if (this.definition.unique && twice) throw this.duplicate(twice.key);
    this.entries.fill(keyed.map(({ stored }) => stored));
  }
}

/** A document's key, decoded once. */
class KeyCopy implements InSequence {
  readonly sequence: number;
  private readonly values: readonly (Value | undefined)[];

  constructor(
    stored: StoredDocument,
    private readonly fields: readonly string[],
  ) {
    this.sequence = stored.sequence;
    this.values = fields.map((field) => stored.field(field));
  }

  field(name: string): Value | undefined {
    return this.values[this.fields.indexOf(name)];
  }
}
