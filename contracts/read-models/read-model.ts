import type { ProjectionName } from "../events/projections.ts";
import { sortFieldsOf, sortKeysOf, type TableKeys } from "../tables/table-keys.ts";

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

type TableOf<D> = TableKeys & {
  readonly sort: Readonly<Record<string, keyof D>>;
  readonly ties: readonly (keyof D)[];
};

/**
 * An index for each order that a table of documents `D` can be asked for. A sort key that names no field of them doesn't
 * compile. MongoDB itself indexes `_id`.
 */
export const sortIndexes =
  <D extends Stored>() =>
  <T extends TableOf<D>>(table: T): IndexDefinition[] => {
    const orders = sortKeysOf(table).map((key) => sortFieldsOf(table, key));
    const byName = new Map(orders.map((fields) => [fields.join(), fields]));
    byName.delete("_id");
    return [...byName.values()].map((fields) => ({
      key: Object.fromEntries(fields.map((field) => [field, 1])),
    }));
  };

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
