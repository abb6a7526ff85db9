import { sortFieldsOf, sortKeysOf, type TableKeys } from "../tables/table-keys.ts";
import type { ProjectionName } from "./names.ts";

export interface IndexDefinition {
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
}

export interface CollectionDefinition {
  readonly indexes: readonly IndexDefinition[];
  /** Whether documents are ever deleted. They leave tombstones for a moment, so readers filter by `present`. */
  readonly deletes: boolean;
}

/**
 * The collections of one projection, which the projector writes and query-api reads. Each is named by a part.
 * The part `main` holds the groups. Raise `version` when the documents or indexes change or another event is
 * folded into them: the projector then fills new collections from the event store.
 */
export interface ReadModel<Part extends string = string> {
  readonly name: ProjectionName;
  readonly version: number;
  readonly collections: Readonly<Record<Part, CollectionDefinition>>;
}

/** The fields that every document of a read model has. */
export interface Stored {
  /** The commit position of the last event folded into the document. */
  position: bigint;
  /** `true` for a tombstone, which has no other fields. */
  deleted: boolean;
}

type TableOf<D> = TableKeys & {
  readonly sort: Readonly<Record<string, keyof D>>;
  readonly ties: readonly (keyof D)[];
};

/** An index for each sort key of a table of documents `D`. MongoDB itself indexes `_id`. */
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

/** The filter for collections with `deletes`. */
export const present = { deleted: false } as const;

/** The collection of the part of a generation, such as `pins_v1_3`. */
export const collectionOf = (generation: string, part = "main") =>
  part === "main" ? generation : `${generation}_${part}`;
