import type { Content, GroupKey, Lookup, ProjectedEvent } from "../../projections/projection.ts";
import type { LoadedGroup } from "./changes.ts";
import { GroupMap } from "./group-map.ts";

/** A group of a batch in memory. */
export interface Group {
  readonly key: GroupKey;
  readonly before: Content | undefined;
  readonly isNew: boolean;
  content: Content | undefined;
  position: bigint;
  changed: boolean;
  /** The commit position of the event at which the group was frozen. Later events are kept from it. */
  frozenAt: bigint | undefined;
}

/** The positions at which groups were frozen, of one generation. */
export type FrozenPositions = Pick<GroupMap<bigint>, "get">;

/** The groups of a batch in memory. A group that is not stored is empty. */
export class BatchGroups {
  readonly #groups = new GroupMap<Group>();
  readonly #frozen: FrozenPositions;

  constructor(loaded: readonly LoadedGroup[], frozen: FrozenPositions) {
    this.#frozen = frozen;
    for (const { key, content, position } of loaded) this.#put(key, content, position, false);
  }

  at(key: GroupKey): Group {
    return this.#groups.get(key) ?? this.#put(key, undefined, -1n, true);
  }

  /** The groups that have the value now, after the events folded so far. */
  having({ part, field, value }: Lookup): Group[] {
    const found: Group[] = [];
    for (const group of this.#groups.ofPart(part)) if (group.content?.[field] === value) found.push(group);
    return found;
  }

  all(): Group[] {
    return this.#groups.values();
  }

  #put(key: GroupKey, before: Content | undefined, position: bigint, isNew: boolean): Group {
    const frozenAt = this.#frozen.get(key);
    const group = { key, before, isNew, content: before, position, changed: false, frozenAt };
    this.#groups.set(key, group);
    return group;
  }
}

/** Whether the group misses the event or an earlier one. */
export const isFrozenAt = ({ frozenAt }: Group, { position }: ProjectedEvent): boolean =>
  frozenAt !== undefined && frozenAt <= position.commit;
