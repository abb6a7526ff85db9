import type { Doc } from "../bson/value.ts";
import type { CollectionIndex } from "../store/collection-index.ts";
import type { StoredDocument } from "../store/stored-document.ts";
import type { Deadline } from "./deadline.ts";
import type { SortOrder } from "./sort.ts";

/** Takes a document. False: no more are wanted. */
export type Visitor = (stored: StoredDocument) => boolean;

/** A way to the documents that may match. `rest` is the filter that is still applied to each. */
export interface Plan {
  /** Name of the index, names joined by "|" for alternatives, `text` for a search of a field's texts, undefined for a scan. */
  readonly index?: string;
  /** Whether the documents come in the wanted order. */
  readonly sorted: boolean;
  /** About how many documents are visited. */
  readonly cost: number;
  /** Whether `cost` is their exact number. */
  readonly isExact: boolean;
  readonly rest: Doc;
  visit(each: Visitor): void;
  /** Sets the bit of each document's sequence. Undefined where the documents have to be read for it. */
  addTo?(bits: Uint32Array): void;
  /** The first `count` documents in its order whose sequence has a bit. Only where an index gives the order. */
  firstWith?(bits: Uint32Array, count: number): StoredDocument[];
}

export interface PlanRequest {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  /** How many matching documents are wanted in all. */
  readonly wanted?: number | undefined;
  readonly hint?: CollectionIndex | undefined;
  readonly deadline: Deadline;
}
