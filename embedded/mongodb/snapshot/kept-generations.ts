import { readModelNames } from "@ornament/contracts/read-models/snapshot-rules";
import type { Collection } from "../store/collection.ts";
import type { Store } from "../store/store.ts";
import type { StoredDocument } from "../store/stored-document.ts";

/** The part of a store that a snapshot has. */
export interface Kept {
  /** The ids of the generations that are left out. */
  readonly leftOut: readonly string[];
  has(collection: Pick<Collection, "name">): boolean;
}

/**
 * Chooses the generations of a snapshot: those that are complete or staged and have read the latest erasure.
 * Another one may still have the erased data, because nobody folds events into a generation that was
 * replaced, or that is prepared for the next build. A generation that is being filled is left out, too: the
 * program that fills it may go on while the store goes back to the snapshot.
 */
export class KeptGenerations {
  #erasedUpTo = -1n;

  /** Call it when a checkpoint after an erasure is stored. */
  erased(store: Store): void {
    for (const generation of this.#generations(store)) {
      const commit = commitOf(generation);
      if (commit > this.#erasedUpTo) this.#erasedUpTo = commit;
    }
  }

  /** Whether a collection can be a part of a snapshot. */
  isLasting = ({ name }: Pick<Collection, "name">): boolean => {
    const { leases, lag, differences, pastTables, comparisons, comparisonRows, evidenceFiles } =
      readModelNames;
    return ![leases, lag, differences, pastTables, comparisons, comparisonRows, evidenceFiles].includes(name);
  };

  of(store: Store): Kept {
    const leftOut = this.#generations(store)
      .filter((generation) => !this.#isKept(generation))
      .map(idOf);
    const isPartOf = (name: string, id: string) => name === id || name.startsWith(`${id}_`);
    const has = (collection: Pick<Collection, "name">) =>
      this.isLasting(collection) && !leftOut.some((id) => isPartOf(collection.name, id));
    return { leftOut, has };
  }

  /** Removes all that is left of the generations that are not in the snapshot. */
  forget(store: Store, leftOut: readonly string[]): void {
    const ids = new Set(leftOut);
    const remove = (name: string, isGone: (stored: StoredDocument) => boolean) => {
      for (const collection of this.#named(store, name))
        for (const stored of [...collection.all()].filter(isGone)) collection.remove(stored);
    };
    remove(readModelNames.generations, (stored) => ids.has(idOf(stored)));
    const isOfGone = (stored: StoredDocument) => ids.has(String(stored.field("generation")));
    remove(readModelNames.deadLetters, isOfGone);
    remove(readModelNames.frozenGroups, isOfGone);
  }

  #isKept(generation: StoredDocument): boolean {
    const isFollowing = ["live", "staged"].includes(String(generation.field("state")));
    return isFollowing && generation.field("ready") === true && commitOf(generation) >= this.#erasedUpTo;
  }

  #generations(store: Store): StoredDocument[] {
    return this.#named(store, readModelNames.generations).flatMap((registry) => [...registry.all()]);
  }

  #named(store: Store, wanted: string): Collection[] {
    return store.allCollections().filter(({ name }) => name === wanted);
  }
}

const idOf = (stored: StoredDocument) => String(stored.field("_id"));

function commitOf(generation: StoredDocument): bigint {
  const commit = generation.field("commit");
  return typeof commit === "bigint" || typeof commit === "number" ? BigInt(commit) : -1n;
}
