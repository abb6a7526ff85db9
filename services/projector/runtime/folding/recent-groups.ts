import { LruMap } from "@ornament/platform/limits/lru-map";
import type { GroupKey, Lookup } from "../../projections/projection.ts";
import type { DocumentChange, GroupSource, LoadedGroup } from "./fold-batch.ts";
import { GroupMap } from "./group-map.ts";
import { SeenGroups } from "./seen-groups.ts";

/** How many groups of each part of a generation are remembered; most have less than 2 kB. */
const groupsRemembered = 2_000;

/**
 * The groups of the latest batches in memory, so that groups that change again and again are read from the document store
 * once, and the next batch can be folded before the last one is written. They are what is stored or is being written, because only
 * the projector writes: `changed` has to be called after each fold, `written` after its write, and `forget` when a batch has failed.
 */
export class RecentGroups implements GroupSource {
  readonly #stored: GroupSource;
  readonly #capacity: number;
  readonly #recent = new Map<string, LruMap<GroupKey["id"], LoadedGroup | "not stored">>();
  /** The groups that are not written yet. None of them may be forgotten. */
  readonly #unwritten = new GroupMap<LoadedGroup>();

  /** All groups that were changed since the generation was empty, if it was; others are not stored. */
  readonly #seen: SeenGroups | undefined;

  /** @param beginsEmpty nothing is stored yet, so that a group is not looked for before it was written */
  constructor(stored: GroupSource, { capacity = groupsRemembered, beginsEmpty = false } = {}) {
    this.#stored = stored;
    this.#capacity = capacity;
    this.#seen = beginsEmpty ? new SeenGroups() : undefined;
  }

  async byKey(keys: readonly GroupKey[]): Promise<LoadedGroup[]> {
    const known: LoadedGroup[] = [];
    const unknown: GroupKey[] = [];
    for (const key of keys) {
      const recent = this.#unwritten.get(key) ?? this.#recentOf(key.part).get(key.id);
      if (recent === undefined && this.#seen?.mayHave(key) === false)
        this.#recentOf(key.part).set(key.id, "not stored");
      else if (recent === undefined) unknown.push(key);
      else if (recent !== "not stored") known.push(recent);
    }
    if (unknown.length === 0) return known;
    const read = await this.#stored.byKey(unknown);
    for (const { part, id } of unknown) this.#recentOf(part).set(id, "not stored");
    for (const group of read) this.#recentOf(group.key.part).set(group.key.id, group);
    return [...known, ...read];
  }

  /** The document store finds groups as they were written last; those that have changed since then take their place. */
  async byField(lookups: readonly Lookup[]): Promise<LoadedGroup[]> {
    // They may be written before the answer comes, and the answer may still be without them.
    const unwritten = lookups.map((lookup) => ({ lookup, groups: [...this.#unwritten.ofPart(lookup.part)] }));
    const read = await this.#stored.byField(lookups);
    const found = new GroupMap<LoadedGroup>();
    for (const group of read) found.set(group.key, group);
    for (const { lookup, groups } of unwritten) {
      for (const group of groups) {
        const isFound = group.content?.[lookup.field] === lookup.value || found.get(group.key) !== undefined;
        if (isFound) found.set(group.key, group);
      }
    }
    return found.values();
  }

  /** Groups that were never asked for by key are remembered only until they are written: nothing may ask for them again. */
  changed(groups: readonly DocumentChange[]): void {
    for (const { part, id, position, content } of groups) {
      const group: LoadedGroup = { key: { part, id }, position, content };
      this.#unwritten.set(group.key, group);
      this.#seen?.add(group.key);
      const recent = this.#recentOf(part);
      // A tombstone is removed soon.
      if (content === undefined) recent.delete(id);
      else if (recent.get(id) !== undefined) recent.set(id, group);
    }
  }

  written(groups: readonly DocumentChange[]): void {
    for (const change of groups) {
      // It may have changed again meanwhile.
      if (this.#unwritten.get(change)?.position === change.position) this.#unwritten.delete(change);
    }
  }

  forget(): void {
    this.#recent.clear();
    this.#unwritten.clear();
  }

  #recentOf(part: string): LruMap<GroupKey["id"], LoadedGroup | "not stored"> {
    const known = this.#recent.get(part);
    if (known) return known;
    const recent = new LruMap<GroupKey["id"], LoadedGroup | "not stored">(this.#capacity);
    this.#recent.set(part, recent);
    return recent;
  }
}
