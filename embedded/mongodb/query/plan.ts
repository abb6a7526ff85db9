import type { Doc } from "../bson/value.ts";
import type { CollectionIndex } from "../store/collection-index.ts";
import type { Place, StoredDocument } from "../store/stored-document.ts";
import type { SortOrder } from "./sort.ts";

/** Takes a document. False: no more are wanted. */
export type Visitor = (stored: StoredDocument) => boolean;

/** A way to the documents that may match. `rest` is the filter that is still applied to each. */
export interface Plan {
  /** Name of the index; undefined for a scan. */
  readonly index?: string;
  /** Whether the documents come in the wanted order. */
  readonly sorted: boolean;
  /** How many documents are visited. */
  readonly cost: number;
  readonly rest: Doc;
  /** All of them, or those behind a place, as they are now. */
  visit(each: Visitor, behind?: Place): void;
  /** The place of a document. */
  placeOf(stored: StoredDocument): Place;
}

export interface PlanRequest {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  /** How many matching documents are wanted in all. */
  readonly wanted?: number | undefined;
  readonly hint?: CollectionIndex | undefined;
}
