import type { Raw } from "../bson/encoded.ts";
import { docOfRaw, rawField } from "../bson/raw.ts";
import type { Doc, Value } from "../bson/value.ts";

/** The fields for filters and orders. A missing field is undefined. */
export interface HasFields {
  field(name: string): Value | undefined;
}

/** The document for an index. `sequence` is the natural order. */
export interface InSequence extends HasFields {
  readonly sequence: number;
}

/** A document's entry in a collection. An update replaces `raw`. */
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

/** The place of an interrupted read of an index or a collection. */
export interface Place {
  /** The key that the document had at that time; empty for a read in the order of insertion. */
  readonly key: readonly Value[];
  readonly sequence: number;
}

/** A document that is not in a collection. */
export const fieldsOf = (doc: Doc): HasFields => ({ field: (name) => doc[name] });
