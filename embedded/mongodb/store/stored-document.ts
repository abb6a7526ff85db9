import type { Doc } from "../bson/value.ts";

/** A place in a collection. `doc` is exchanged by an update, never changed; `sequence` is the natural order. */
export interface StoredDocument {
  readonly sequence: number;
  doc: Doc;
}
