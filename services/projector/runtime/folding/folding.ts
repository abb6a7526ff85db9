import { definitionOf } from "@ornament/contracts/events/catalogue";
import { InvalidEventError } from "@ornament/platform/eventstore/store-errors";
import type { Content, GroupKey, ProjectedEvent, Projection } from "../../projections/projection.ts";
import { type BatchGroups, type Group, isFrozenAt } from "./batch-groups.ts";
import type { BatchChanges, DocumentChange, Touching } from "./changes.ts";
import { Failures, NeedsFrozenGroup } from "./failures.ts";

/**
 * Folds the events of one batch into its groups. `checksRows` makes the rows of a group after each event, so
 * that the event is found at which they can't be made.
 */
export class Folding {
  readonly failures = new Failures();
  readonly #projection: Projection;
  readonly #groups: BatchGroups;
  readonly #checksRows: boolean;

  constructor(projection: Projection, groups: BatchGroups, checksRows: boolean) {
    this.#projection = projection;
    this.#groups = groups;
    this.#checksRows = checksRows;
  }

  take({ event, keys, lookups }: Touching): void {
    for (const key of keys) this.#fold(this.#groups.at(key), event);
    for (const lookup of lookups) for (const group of this.#groups.having(lookup)) this.#fold(group, event);
  }

  changes(): BatchChanges {
    const rows: DocumentChange[] = [];
    const changed: DocumentChange[] = [];
    for (const group of this.#groups.all()) {
      if (!group.changed) continue;
      // A group that was created and deleted within the batch was never stored.
      if (group.before === undefined && group.content === undefined) continue;
      const { part, id } = group.key;
      changed.push({ part, id, position: group.position, content: group.content, isNew: group.isNew });
      rows.push(...this.#rows(group));
    }
    return { rows, groups: changed };
  }

  #rows(group: Group): DocumentChange[] {
    try {
      return changedRows(this.#projection, group);
    } catch (error) {
      if (!this.#checksRows) throw error;
      // Only the rows of the stored state can fail here, of a group from which personal data were removed.
      return [];
    }
  }

  #fold(group: Group, event: ProjectedEvent): void {
    if (event.position.commit <= group.position) return;
    if (isFrozenAt(group, event)) {
      if (erases(event)) this.#erase(group, event);
      return;
    }
    try {
      this.#change(group, event, this.#next(group, event));
    } catch (error) {
      const isMissing = group.content === undefined;
      group.frozenAt = event.position.commit;
      this.failures.add(event, error, { key: group.key, isMissing });
      if (erases(event)) this.#change(group, event, undefined);
    }
  }

  /** The state after the event. Throws where the projection fails, or where it would need a frozen group. */
  #next(group: Group, event: ProjectedEvent): Content | undefined {
    if (event.damaged !== undefined) throw new InvalidEventError(event);
    let needed: Group | undefined;
    const next = this.#projection.evolve(group.key, group.content, event, (part, id) => {
      const other = this.#groups.at({ part, id });
      if (isFrozenAt(other, event)) needed = other;
      return other.content;
    });
    if (needed && next !== group.content) throw new NeedsFrozenGroup(needed.key);
    if (this.#checksRows)
      for (const state of [group.before, next]) if (state) this.#projection.rows(group.key, state);
    return next;
  }

  /** Removes the personal data of a frozen group: with the reducer, or else with the whole document. */
  #erase(group: Group, event: ProjectedEvent): void {
    try {
      const look = (part: string, id: string | number) => this.#groups.at({ part, id }).content;
      const next = this.#projection.evolve(group.key, group.content, event, look);
      if (next) this.#projection.rows(group.key, next);
      this.#change(group, event, next);
    } catch {
      this.#change(group, event, undefined);
    }
  }

  #change(group: Group, event: ProjectedEvent, next: Content | undefined): void {
    if (next === group.content) return;
    group.content = next;
    group.position = event.position.commit;
    group.changed = true;
  }
}

/**
 * Whether no group may keep the person's data after the event. The rows of an admin end with the account, and
 * what is kept of a deleted admin ends with the retention.
 */
const erases = ({ type }: ProjectedEvent) =>
  type === "AdminAccountDeleted" || definitionOf(type)?.erases === true;

/** All rows of the group now, and tombstones for former rows. A row has its group's position. */
function changedRows(projection: Projection, group: Group): DocumentChange[] {
  const { key, before, content, position, isNew } = group;
  const current = content ? projection.rows(key, content) : [];
  const old = before ? projection.rows(key, before) : [];
  const changed: DocumentChange[] = current.map((row) => ({
    part: row.part,
    id: row.id,
    position,
    content: row.content,
    isNew,
  }));
  if (old.length === 0) return changed;
  const names = new Set(current.map(nameOf));
  const gone = old.filter((row) => !names.has(nameOf(row)));
  return [...changed, ...gone.map(({ part, id }) => ({ part, id, position, content: undefined, isNew }))];
}

/** A name that identifies a row of a projection. */
const nameOf = ({ part, id }: Pick<GroupKey, "part" | "id">) => `${part}\0${typeof id}\0${id}`;
