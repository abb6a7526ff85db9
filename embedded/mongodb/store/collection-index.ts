import { renderValue } from "../bson/render.ts";
import { type Doc, docOf, type Value } from "../bson/value.ts";
import { CommandError } from "../errors.ts";
import { type Path, splitPath } from "../query/path.ts";
import { compareKeys, hasAnyField, type IndexKey, indexKeys } from "./index-keys.ts";
import { OrderedList } from "./ordered-list.ts";
import type { StoredDocument } from "./stored-document.ts";

export interface IndexDefinition {
  readonly name: string;
  /** Field paths with 1 or -1, in order. */
  readonly key: readonly (readonly [string, number])[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial?: { readonly filter: Doc; readonly matches: (doc: Doc) => boolean };
}

export interface IndexEntry {
  readonly key: IndexKey;
  readonly stored: StoredDocument;
}

/** An ordered index over a collection: one entry a document, or one an array element. */
export class CollectionIndex {
  readonly paths: readonly Path[];
  readonly directions: readonly number[];
  readonly entries: OrderedList<IndexEntry>;
  /** Documents that have other than one key because of an array: bounds and order must then be taken with care. */
  private multikeyDocuments = 0;

  constructor(
    private readonly owner: { readonly namespace: string },
    readonly definition: IndexDefinition,
  ) {
    this.paths = definition.key.map(([field]) => splitPath(field));
    this.directions = definition.key.map(([, direction]) => direction);
    this.entries = new OrderedList<IndexEntry>(
      (a, b) => compareKeys(a.key, b.key, this.directions) || a.stored.sequence - b.stored.sequence,
    );
  }

  get multikey(): boolean {
    return this.multikeyDocuments > 0;
  }

  /** Whether every document of the collection has an entry. */
  get complete(): boolean {
    return !this.definition.sparse && !this.definition.partial;
  }

  keysOf(doc: Doc): IndexKey[] {
    const { sparse, partial } = this.definition;
    if (partial && !partial.matches(doc)) return [];
    if (sparse && !hasAnyField(doc, this.paths)) return [];
    return indexKeys(doc, this.paths);
  }

  /** Throws E11000 when another document than `own` holds one of the keys of a unique index. */
  checkUnique(keys: readonly IndexKey[], own: StoredDocument | undefined): void {
    if (!this.definition.unique) return;
    for (const key of keys) {
      const start = this.entries.seek((entry) =>
        compareKeys(entry.key, key, this.directions) >= 0 ? 1 : -1,
      );
      const end = this.entries.seek((entry) => compareKeys(entry.key, key, this.directions));
      for (const entry of this.entries.range(start, end)) {
        if (entry.stored !== own) throw this.duplicate(key);
      }
    }
  }

  private duplicate(key: IndexKey): CommandError {
    const names = this.definition.key.map(([field]) => field);
    const shown = names.map((name, i) => `${name}: ${renderValue(key[i])}`).join(", ");
    return new CommandError(
      11000,
      `E11000 duplicate key error collection: ${this.owner.namespace} index: ${this.definition.name} dup key: { ${shown} }`,
      {
        keyPattern: docOf(this.definition.key),
        keyValue: docOf(names.map((name, i): [string, Value] => [name, key[i] ?? null])),
      },
    );
  }

  add(stored: StoredDocument, keys: readonly IndexKey[]): void {
    for (const key of keys) this.entries.add({ key, stored });
    if (this.isMultikey(stored.doc, keys)) this.multikeyDocuments++;
  }

  /** Exchanges a document's keys; to be called before `stored` holds the new document. */
  exchange(
    stored: StoredDocument,
    doc: Doc,
    oldKeys: readonly IndexKey[],
    newKeys: readonly IndexKey[],
  ): void {
    const same =
      oldKeys.length === newKeys.length &&
      oldKeys.every((key, i) => compareKeys(key, newKeys[i] as IndexKey, this.directions) === 0);
    if (!same) {
      for (const key of oldKeys) this.entries.remove({ key, stored });
      for (const key of newKeys) this.entries.add({ key, stored });
    }
    this.multikeyDocuments +=
      Number(this.isMultikey(doc, newKeys)) - Number(this.isMultikey(stored.doc, oldKeys));
  }

  /** To be called while `stored` still holds the document that `keys` are from. */
  remove(stored: StoredDocument, keys: readonly IndexKey[]): void {
    for (const key of keys) this.entries.remove({ key, stored });
    if (this.isMultikey(stored.doc, keys)) this.multikeyDocuments--;
  }

  private isMultikey(doc: Doc, keys: readonly IndexKey[]): boolean {
    return keys.length > 1 || (keys.length === 1 && this.paths.some((path) => meetsArray(doc, path)));
  }
}

function meetsArray(doc: Doc, path: Path): boolean {
  let current: Value | undefined = doc;
  for (const component of path) {
    if (typeof current !== "object" || current === null) return false;
    if (Array.isArray(current)) return true;
    current = (current as Doc)[component];
  }
  return Array.isArray(current);
}
