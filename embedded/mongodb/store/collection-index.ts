import { orderRank, RANKS } from "../bson/order-rank.ts";
import { renderValue } from "../bson/render.ts";
import { docOf, type Value } from "../bson/value.ts";
import { CommandError } from "../protocol/errors.ts";
import { compareKeys, compareToKey, type IndexKey, keyOf, keyValue } from "./index-key.ts";
import { OrderedList, type Placed, type Position } from "./ordered-list.ts";
import type { HasFields, InSequence, Place, StoredDocument } from "./stored-document.ts";

export interface IndexDefinition {
  readonly name: string;
  /** Fields with 1 or -1, in order. */
  readonly key: readonly (readonly [string, number])[];
  readonly unique: boolean;
}

interface Keyed {
  readonly stored: StoredDocument;
  readonly key: IndexKey;
}

/** The documents of a collection in the order of their keys, which are read from the documents. */
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
    this.entries = new OrderedList<StoredDocument, InSequence>((stored) => new KeyCopy(stored, this.fields));
  }

  keyOf(doc: HasFields): IndexKey {
    return keyOf(doc, this.fields);
  }

  /** The value of the key's n-th field, from 0. */
  keyPart(doc: HasFields, n: number): Value {
    return keyValue(doc, this.fields[n] as string);
  }

  /**
   * The place of a document with the key in a unique index, before any other change; undefined for other
   * indexes. Throws E11000 if a document has the key.
   */
  freePlace(key: IndexKey): Position | undefined {
    if (!this.definition.unique) return undefined;
    const place = this.seek(key);
    const found = this.entries.at(place);
    if (found && this.hasKey(found, key)) throw this.duplicate(key);
    return place;
  }

  /** The first document with the key. */
  first(key: IndexKey): StoredDocument | undefined {
    const found = this.entries.at(this.seek(key));
    return found && this.hasKey(found, key) ? found : undefined;
  }

  /** The first document that is not before the key. */
  private seek(key: IndexKey): Position {
    return this.entries.seek((stored) => (compareToKey(stored, key, this) >= 0 ? 1 : -1), this.rankOf(key));
  }

  placeOf(stored: StoredDocument): Place {
    return { key: this.keyOf(stored), sequence: stored.sequence };
  }

  /** The first document after a place. */
  behind(place: Place): Position {
    return this.entries.seek((other) => this.compareTo(other, place), this.rankOf(place.key));
  }

  /** The first document that is not before a place. */
  notBefore(place: Place): Position {
    return this.entries.seek((other) => (this.compareTo(other, place) >= 0 ? 1 : -1), this.rankOf(place.key));
  }

  private compareTo(other: InSequence, { key, sequence }: Place): number {
    return compareToKey(other, key, this) || other.sequence - sequence;
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

  /** `place` is the document's place, if it is known. */
  add(stored: StoredDocument, key: IndexKey, place?: Position): void {
    if (place) this.entries.addAt(place, stored, this.rankOf(key));
    else this.entries.add(this.placed({ stored, key }));
  }

  /** Call this while `stored` still has the document with the key. */
  remove(stored: StoredDocument): void {
    this.entries.remove(this.placed({ stored, key: this.keyOf(stored) }));
  }

  /** Equal keys are in the order of insertion. */
  private sort(keyed: Keyed[]): void {
    const { directions } = this;
    keyed.sort((a, b) => compareKeys(a.key, b.key, directions) || a.stored.sequence - b.stored.sequence);
  }

  hasKey(stored: StoredDocument, key: IndexKey): boolean {
    return compareToKey(stored, key, this) === 0;
  }

  private placed({ stored, key }: Keyed): Placed<StoredDocument, InSequence> {
    const place = { key, sequence: stored.sequence };
    return { item: stored, rank: this.rankOf(key), order: (other) => this.compareTo(other, place) };
  }

  /** Reads the key by index, because destructuring an array makes an iterator each time. */
  private rankOf(key: IndexKey): number {
    const behind = orderRank(key[1] ?? null);
    const direction = this.directions[0] ?? 1;
    const isSame = (this.directions[1] ?? 1) === direction;
    return orderRank(key[0] ?? null, isSame ? behind : RANKS - 1 - behind) * direction;
  }

  /** Fills an empty index. Throws E11000 if it is unique and two documents have the same key. */
  build(documents: Iterable<StoredDocument>): void {
    const keyed = Array.from(documents, (stored) => ({ key: this.keyOf(stored), stored }));
    this.sort(keyed);
    const twice = keyed.find(
      ({ key }, i) => compareKeys(key, keyed[i - 1]?.key ?? [], this.directions) === 0,
    );
    if (this.definition.unique && twice) throw this.duplicate(twice.key);
    this.entries.fill(
      Float64Array.from(keyed, ({ key }) => this.rankOf(key)),
      (n) => (keyed[n] as Keyed).stored,
    );
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
