import type { Doc } from "../bson/value.ts";
import type { CollectionIndex } from "../store/collection-index.ts";
import type { Place, StoredDocument } from "../store/stored-document.ts";
import type { SortOrder } from "./sort.ts";

/** Receives a document. False ends the search. */
export type Visitor = (stored: StoredDocument) => boolean;

/** A way to the documents that may match. `rest` is the filter that is still applied to each. */
export interface Plan {
  /** The name of the index; undefined for a scan. */
  readonly index?: string;
  /** Whether the documents come in the requested order. */
  readonly sorted: boolean;
  /** The number of visited documents. */
  readonly cost: number;
  readonly rest: Doc;
  /** The current documents, all of them or those after a place. */
  visit(each: Visitor, behind?: Place): void;
  /** The place of a document. */
  placeOf(stored: StoredDocument): Place;
}

export interface PlanRequest {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  /** The number of requested matches. */
  readonly wanted?: number | undefined;
  readonly hint?: CollectionIndex | undefined;
}
