import type { GroupKey, ProjectedEvent } from "../../projections/projection.ts";

/** A group that misses an event. `isMissing`: it had no document when it was frozen, so a row may be missing. */
export interface FrozenGroup {
  readonly key: GroupKey;
  readonly event: ProjectedEvent;
  readonly isMissing: boolean;
}

/**
 * An event that a projection could not fold. Without groups it is not known which ones it would have changed,
 * or it would have changed none.
 */
export interface Failure {
  readonly event: ProjectedEvent;
  /** The first error. */
  readonly error: unknown;
  readonly groups: readonly FrozenGroup[];
}

/** The failures of a batch, one for each event. */
export class Failures {
  readonly #byEvent = new Map<string, Failure & { groups: FrozenGroup[] }>();

  add(event: ProjectedEvent, error: unknown, group?: Omit<FrozenGroup, "event">): void {
    const known = this.#byEvent.get(event.id) ?? { event, error, groups: [] };
    if (group) known.groups.push({ ...group, event });
    this.#byEvent.set(event.id, known);
  }

  all(): Failure[] {
    return [...this.#byEvent.values()];
  }
}

/** A group is frozen because another group, which its new state needs, is frozen. */
export class NeedsFrozenGroup extends Error {
  constructor({ part, id }: GroupKey) {
    super(`It needs ${part} ${id}, which is frozen`);
    this.name = "NeedsFrozenGroup";
  }
}
