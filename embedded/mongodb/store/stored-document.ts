import type { Raw } from "../bson/encoded.ts";
import { docOfRaw, rawField } from "../bson/raw.ts";
import type { Doc, Value } from "../bson/value.ts";

/** What can be filtered and sorted. A missing field is undefined. */
export interface HasFields {
  field(name: string): Value | undefined;
}

/** What an index orders. `sequence` is the natural order. */
export interface InSequence extends HasFields {
  readonly sequence: number;
}

/** A document's place in a collection. An update exchanges `raw`. */
export class StoredDocument implements InSequence {
  constructor(
    readonly sequence: number,
    public raw: Raw,
  ) {}

  field(name: string): Value | undefined {
    return rawField(this.raw, name);
  }

  /** All fields, decoded each time. */
  get doc(): Doc {
    return docOfRaw(this.raw);
  }
}

/** Where a walk through an index or a collection was when it was interrupted. */
export interface Place {
  /** The key that the document had then; empty for a walk in the order of insertion. */
  readonly key: readonly Value[];
  readonly sequence: number;
}

/** A document that is not in a collection. */
export const fieldsOf = (doc: Doc): HasFields => ({ field: (name) => doc[name] });
