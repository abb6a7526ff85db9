import type { Doc } from "../bson/value.ts";

/** A document's place in a collection. An update replaces `doc` and never changes it. `sequence` is the natural order. */
export interface StoredDocument {
  readonly sequence: number;
  doc: Doc;
}
