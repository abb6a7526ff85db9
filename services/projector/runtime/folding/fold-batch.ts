import { InvalidEventError } from "@ornament/platform/eventstore/store-errors";
import type { Content, GroupKey, Lookup, ProjectedEvent, Projection } from "../../projections/projection.ts";
import { GroupMap } from "./group-map.ts";

/** A stored group. `content` is `undefined` for a tombstone. */
export interface LoadedGroup {
  readonly key: GroupKey;
  readonly position: bigint;
  readonly content: Content | undefined;
}

/** Reads stored groups. The answer has only stored groups. */
export interface GroupSource {
  byKey(keys: readonly GroupKey[]): Promise<LoadedGroup[]>;
  byField(lookups: readonly Lookup[]): Promise<LoadedGroup[]>;
}

/** A document to write at a position. Without content it is a tombstone. */
export interface DocumentChange {
  readonly part: string;
  readonly id: string | number;
  readonly position: bigint;
  readonly content: Content | undefined;
  /** Its group was not stored when the batch was loaded, so the document is most likely not stored either. */
  readonly isNew: boolean;
}

/** Rows are written before their groups, so that a group's position implies that its rows are written. */
export interface BatchChanges {
  readonly rows: readonly DocumentChange[];
  readonly groups: readonly DocumentChange[];
}

interface Group {
  readonly key: GroupKey;
  readonly before: Content | undefined;
  readonly isNew: boolean;
  content: Content | undefined;
  position: bigint;
  changed: boolean;
}

/** The projection fails at one of the events, each time. `cause` is its error. */
export class FoldingFailed extends Error {
  constructor(cause: unknown) {
    super("A projection failed at an event", { cause });
    this.name = "FoldingFailed";
  }
}

/**
 * Folds a batch of events into a projection. It loads the groups by key with one query and those of a lookup
 * with another, then folds in memory in the order of the event store. An event at or before a group's
 * position changes nothing. Throws `FoldingFailed` if the projection throws, or if an event that it folds
 * breaks its schema. Any other error comes from the source.
 */
export async function foldBatch(
  projection: Projection,
  events: readonly ProjectedEvent[],
  source: GroupSource,
): Promise<BatchChanges> {
  const touching = asProjectionFailure(() =>
    events
      .filter(({ type, forged }) => forged || projection.events.has(type))
      .map((event) => {
        if (event.invalid !== undefined && !event.forged) throw new InvalidEventError(event);
        return { event, keys: projection.keys(event), lookups: projection.lookups(event) };
      })
      .filter(({ keys, lookups }) => keys.length > 0 || lookups.length > 0),
  );
  if (touching.length === 0) return { rows: [], groups: [] };
  const groups = await loadGroups(touching, source);
  return asProjectionFailure(() => {
    for (const { event, keys, lookups } of touching) {
      for (const key of keys) fold(projection, groups.at(key), event, groups);
      for (const lookup of lookups) {
        for (const group of groups.having(lookup)) fold(projection, group, event, groups);
      }
    }
    return changesOf(projection, groups.all());
  });
}

function asProjectionFailure<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new FoldingFailed(error);
  }
}

interface Touching {
  readonly event: ProjectedEvent;
  readonly keys: readonly GroupKey[];
  readonly lookups: readonly Lookup[];
}

async function loadGroups(touching: readonly Touching[], source: GroupSource): Promise<Groups> {
  const groups = new Groups();
  const keys = storedKeysOf(touching);
  const lookups = touching.flatMap((touched) => touched.lookups);
  const [byKey, byField] = await Promise.all([
    keys.length > 0 ? source.byKey(keys) : [],
    lookups.length > 0 ? source.byField(lookups) : [],
  ]);
  for (const group of [...byKey, ...byField]) groups.put(group);
  return groups;
}

/**
 * The groups that may be stored, each once. A group that is named after the event does not exist before the
 * event. If the event is delivered again, the document of the first delivery stays.
 */
function storedKeysOf(touching: readonly Touching[]): GroupKey[] {
  const found = new GroupMap<GroupKey>();
  for (const { event, keys } of touching) {
    for (const key of keys) if (key.id !== event.id) found.set(key, key);
  }
  return found.values();
}

function fold(projection: Projection, group: Group, event: ProjectedEvent, groups: Groups): void {
  const { commit } = event.position;
  if (commit <= group.position) return;
  const next = projection.evolve(
    group.key,
    group.content,
    event,
    (part, id) => groups.at({ part, id }).content,
  );
  if (next === group.content) return;
  group.content = next;
  group.position = commit;
  group.changed = true;
}

function changesOf(projection: Projection, groups: Iterable<Group>): BatchChanges {
  const rows: DocumentChange[] = [];
  const changed: DocumentChange[] = [];
  for (const group of groups) {
    if (!group.changed) continue;
    // A group that was created and deleted within the batch was never stored.
    if (group.before === undefined && group.content === undefined) continue;
    const { part, id } = group.key;
    changed.push({ part, id, position: group.position, content: group.content, isNew: group.isNew });
    rows.push(...changedRows(projection, group));
  }
  return { rows, groups: changed };
}

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

/** The groups of a batch in memory. A group that is not stored is empty. */
class Groups {
  readonly #groups = new GroupMap<Group>();

  put({ key, content, position }: LoadedGroup): void {
    this.#groups.set(key, { key, before: content, isNew: false, content, position, changed: false });
  }

  at(key: GroupKey): Group {
    const known = this.#groups.get(key);
    if (known) return known;
    const group = {
      key,
      before: undefined,
      isNew: true,
      content: undefined,
      position: -1n,
      changed: false,
    };
    this.#groups.set(key, group);
    return group;
  }

  /** The groups that have the value now, after the events folded so far. */
  having({ part, field, value }: Lookup): Group[] {
    const found: Group[] = [];
    for (const group of this.#groups.ofPart(part)) if (group.content?.[field] === value) found.push(group);
    return found;
  }

  all(): Iterable<Group> {
    return this.#groups.values();
  }
}
