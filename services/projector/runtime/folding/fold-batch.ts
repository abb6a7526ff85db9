import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { InvalidEventError } from "@ornament/platform/eventstore/store-errors";
import type { Content, GroupKey, Look, Lookup, ProjectedEvent, Projection } from "../../projection.ts";

/** A stored group. `content` is `undefined` for a tombstone. */
export interface LoadedGroup {
  readonly key: GroupKey;
  readonly position: bigint;
  readonly content: Content | undefined;
}

export interface GroupSource {
  byKey(keys: readonly GroupKey[]): Promise<LoadedGroup[]>;
  byField(lookups: readonly Lookup[]): Promise<LoadedGroup[]>;
}

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

export class CannotFold extends Error {
  readonly event: ProjectedEvent;

  constructor(event: ProjectedEvent, cause: unknown) {
    super(String(cause), { cause });
    this.event = event;
  }
}

export interface FoldedBatch {
  readonly changes: BatchChanges;
  readonly stop?: CannotFold | undefined;
}

/**
 * Folds a batch of events into a projection, up to the first one that the projection can't fold. It loads the
 * groups by key with one query and those of a lookup with another, then folds in memory in the order of the
 * event store. An event at or before a group's position changes nothing. Any error comes from the source.
 */
export async function foldBatch(
  projection: Projection,
  events: readonly ProjectedEvent[],
  source: GroupSource,
): Promise<FoldedBatch> {
  let stop: CannotFold | undefined;
  for (let foldable = events; ; ) {
    try {
      return { changes: await foldAll(projection, foldable, source), stop };
    } catch (error) {
      if (!(error instanceof CannotFold)) throw error;
      stop = error;
      // The rows of an earlier event may fail, too: they are made only of the last state of a group.
      foldable = foldable.slice(0, foldable.indexOf(error.event));
    }
  }
}

async function foldAll(
  projection: Projection,
  events: readonly ProjectedEvent[],
  source: GroupSource,
): Promise<BatchChanges> {
  const touching: Touching[] = [];
  for (const event of events) {
    if (!projection.events.has(event.type)) continue;
    const touched = orCannotFold(event, () => touchedBy(projection, event));
    if (touched.keys.length > 0 || touched.lookups.length > 0) touching.push(touched);
  }
  if (touching.length === 0) return { rows: [], groups: [] };
  const groups = new Groups(await load(touching, source));
  const look: Look = (part, id) => groups.at({ part, id }).content;
  const fold = (group: Group, event: ProjectedEvent) => {
    if (event.position.commit <= group.position) return;
    const { key, content: before } = group;
    const after = orCannotFold(event, () => projection.evolve(key, before, event, look));
    if (after === before) return;
    group.content = after;
    group.position = event.position.commit;
    group.changedBy = event;
  };
  for (const { event, keys, lookups } of touching) {
    for (const key of keys) fold(groups.at(key), event);
    for (const lookup of lookups) for (const group of groups.having(lookup)) fold(group, event);
  }
  return changesOf(projection, groups.all());
}

function orCannotFold<T>(event: ProjectedEvent, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CannotFold(event, error);
  }
}

interface Touching {
  readonly event: ProjectedEvent;
  readonly keys: readonly GroupKey[];
  readonly lookups: readonly Lookup[];
}

/** Whether a projection that folds events of this type stops before the event. See docs/decisions/0016-unknown-events.md */
export const onlyNewerReads = ({ unreadable }: StoredEvent): boolean => unreadable === "newer version";

export const newerVersion = ({ metadata }: StoredEvent): string =>
  `has version ${metadata.schemaVersion}, which only a newer build can read`;

/** Throws for an event that can't be trusted to name its groups, or that only a newer build can read. */
function touchedBy(projection: Projection, event: ProjectedEvent): Touching {
  if (onlyNewerReads(event)) throw new Error(`it ${newerVersion(event)}`);
  if ((event.invalid ?? event.damaged) !== undefined) throw new InvalidEventError(event);
  return { event, keys: projection.keys(event), lookups: projection.lookups(event) };
}

/** Loads the groups that may be stored, each once. One that is named after the event does not exist before it. */
async function load(touching: readonly Touching[], source: GroupSource): Promise<LoadedGroup[]> {
  const named = new Map<string, GroupKey>();
  const lookups: Lookup[] = [];
  for (const touched of touching) {
    for (const key of touched.keys) if (key.id !== touched.event.id) named.set(nameOf(key), key);
    lookups.push(...touched.lookups);
  }
  const keys = [...named.values()];
  const [byKey, byField] = await Promise.all([
    keys.length > 0 ? source.byKey(keys) : [],
    lookups.length > 0 ? source.byField(lookups) : [],
  ]);
  return [...byKey, ...byField];
}

interface Group {
  readonly key: GroupKey;
  readonly before: Content | undefined;
  readonly isNew: boolean;
  content: Content | undefined;
  position: bigint;
  changedBy: ProjectedEvent | undefined;
}

class Groups {
  readonly #byName = new Map<string, Group>();

  constructor(loaded: readonly LoadedGroup[]) {
    for (const { key, content, position } of loaded) this.#put(key, content, position, false);
  }

  at(key: GroupKey): Group {
    return this.#byName.get(nameOf(key)) ?? this.#put(key, undefined, -1n, true);
  }

  having({ part, field, value }: Lookup): Group[] {
    return this.all().filter(({ key, content }) => content?.[field] === value && key.part === part);
  }

  all(): Group[] {
    return [...this.#byName.values()];
  }

  #put(key: GroupKey, before: Content | undefined, position: bigint, isNew: boolean): Group {
    const group = { key, before, isNew, content: before, position, changedBy: undefined };
    this.#byName.set(nameOf(key), group);
    return group;
  }
}

/** A name that identifies a group or a row of a projection. Ids of different types are different groups. */
const nameOf = ({ part, id }: Pick<GroupKey, "part" | "id">) => `${part}\0${typeof id}\0${id}`;

function changesOf(projection: Projection, all: readonly Group[]): BatchChanges {
  const rows: DocumentChange[] = [];
  const groups: DocumentChange[] = [];
  for (const group of all) {
    const { key, before, content, position, isNew, changedBy } = group;
    // A group that was created and deleted within the batch was never stored.
    if (!changedBy || (before === undefined && content === undefined)) continue;
    groups.push({ part: key.part, id: key.id, position, content, isNew });
    rows.push(...orCannotFold(changedBy, () => changedRows(projection, group)));
  }
  return { rows, groups };
}

/** All rows of the group now, and tombstones for former rows. A row has its group's position. */
function changedRows(
  projection: Projection,
  { key, before, content, position, isNew }: Group,
): DocumentChange[] {
  const current = content ? projection.rows(key, content) : [];
  const former = before ? projection.rows(key, before) : [];
  const names = new Set(current.map(nameOf));
  const gone = former.filter((row) => !names.has(nameOf(row)));
  return [
    ...current.map((row) => ({ part: row.part, id: row.id, position, content: row.content, isNew })),
    ...gone.map(({ part, id }) => ({ part, id, position, content: undefined, isNew })),
  ];
}
