import type { Doc } from "../bson/value.ts";
import type { CollectionIndex } from "../store/collection-index.ts";
import type { StoredDocument } from "../store/stored-document.ts";
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
  visit(each: Visitor): void;
}

export interface PlanRequest {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  /** How many matching documents are wanted in all. */
  readonly wanted?: number | undefined;
  readonly hint?: CollectionIndex | undefined;
}
