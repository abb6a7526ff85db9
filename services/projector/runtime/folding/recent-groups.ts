import { LruMap } from "@ornament/platform/limits/lru-map";
import type { GroupKey, Lookup } from "../../projections/projection.ts";
import { type DocumentChange, type GroupSource, type LoadedGroup, nameOf } from "./fold-batch.ts";

/** How many groups of a generation are remembered; most have less than 2 kB. */
const groupsRemembered = 2_000;

/**
 * The groups of the latest batches in memory, so that groups that change again and again are read from the document store
 * once. They are what is stored, because only the projector writes: `written` has to be called after each write, and
 * `forget` when it isn't known what was written.
 */
export class RecentGroups implements GroupSource {
  readonly #stored: GroupSource;
  readonly #recent: LruMap<string, LoadedGroup | "not stored">;

  constructor(stored: GroupSource, capacity = groupsRemembered) {
    this.#stored = stored;
    this.#recent = new LruMap(capacity);
  }

  async byKey(keys: readonly GroupKey[]): Promise<LoadedGroup[]> {
    const known: LoadedGroup[] = [];
    const unknown: GroupKey[] = [];
    for (const key of keys) {
      const recent = this.#recent.get(nameOf(key));
      if (recent === undefined) unknown.push(key);
      else if (recent !== "not stored") known.push(recent);
    }
    if (unknown.length === 0) return known;
    const read = await this.#stored.byKey(unknown);
    for (const key of unknown) this.#recent.set(nameOf(key), "not stored");
    for (const group of read) this.#recent.set(nameOf(group.key), group);
    return [...known, ...read];
  }

  byField(lookups: readonly Lookup[]): Promise<LoadedGroup[]> {
    return this.#stored.byField(lookups);
  }

  /** Groups that were never asked for by key are not remembered: nothing may ask for them again. */
  written(groups: readonly DocumentChange[]): void {
    for (const { part, id, position, content } of groups) {
      const key = { part, id };
      const name = nameOf(key);
      // A tombstone is removed soon.
      if (content === undefined) this.#recent.delete(name);
      else if (this.#recent.get(name) !== undefined) this.#recent.set(name, { key, position, content });
    }
  }

  forget(): void {
    this.#recent.clear();
  }
}
