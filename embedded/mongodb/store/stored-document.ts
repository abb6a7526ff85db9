import type { Doc, Value } from "../bson/value.ts";

/** What can be filtered and sorted. A missing field is undefined. */
export interface HasFields {
  field(name: string): Value | undefined;
}

/** A document's place in a collection. An update replaces `doc` and never changes it. `sequence` is the natural order. */
export class StoredDocument implements HasFields {
  constructor(
    readonly sequence: number,
    public doc: Doc,
  ) {}

  field(name: string): Value | undefined {
    return this.doc[name];
  }
}

/** A document that is not in a collection. */
export const fieldsOf = (doc: Doc): HasFields => ({ field: (name) => doc[name] });
