import type { ProjectionName } from "../events/projections.ts";

/** A field or several and their directions, as the document store takes an index. */
export interface IndexDefinition {
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
}

export interface CollectionDefinition {
  readonly indexes: readonly IndexDefinition[];
  /** Whether documents can go away: then readers filter by `present`, for a deleted one leaves a tombstone for a moment. */
  readonly deletes: boolean;
}

/**
 * What the projector writes and query-api reads of one projection. A projection has one collection or several, each named by a
 * part; the part `main` holds the groups. Raise `version` when the documents change shape: the projector then builds
 * them anew.
 */
export interface ReadModel<Part extends string = string> {
  readonly name: ProjectionName;
  readonly version: number;
  readonly collections: Readonly<Record<Part, CollectionDefinition>>;
}

/** The fields every document of a read model carries beside its own. */
export interface Stored {
  /** Commit position of the last event folded into the document. */
  position: bigint;
  /** `true` for a tombstone, which holds nothing else. */
  deleted: boolean;
}

/** Filter for collections with `deletes`; in the others no document is ever deleted. */
export const present = { deleted: false } as const;

/**
 * The collection of a generation's part.
 * @param generation the `_id` of its `ProjectionGeneration`, e.g. `pins_v1_3`
 */
export const collectionOf = (generation: string, part = "main") =>
  part === "main" ? generation : `${generation}_${part}`;

/** Text as it is sorted and searched: without regard to case. */
export const folded = (text: string | null) => (text ?? "").toLowerCase();
