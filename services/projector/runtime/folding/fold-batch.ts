import { InvalidEventError } from "@ornament/platform/eventstore/store-errors";
import type { GroupKey, Lookup, ProjectedEvent, Projection } from "../../projections/projection.ts";
import { BatchGroups, type FrozenPositions } from "./batch-groups.ts";
import type { BatchChanges, LoadedGroup, Touching } from "./changes.ts";
import { type Failure, Failures } from "./failures.ts";
import { Folding } from "./folding.ts";
import { GroupMap } from "./group-map.ts";

/** Reads stored groups. The answer has only stored groups. */
export interface GroupSource {
  byKey(keys: readonly GroupKey[]): Promise<LoadedGroup[]>;
  byField(lookups: readonly Lookup[]): Promise<LoadedGroup[]>;
}

/** The changes of a batch, and the events that could not be folded. */
export interface FoldedBatch {
  readonly changes: BatchChanges;
  readonly failures: readonly Failure[];
}

const nothing: FoldedBatch = { changes: { rows: [], groups: [] }, failures: [] };

/**
 * Folds a batch of events into a projection. It loads the groups by key with one query and those of a lookup
 * with another, then folds in memory in the order of the event store. An event at or before a group's
 * position changes nothing.
 *
 * A group at which the projection fails is frozen: it keeps the state before the event, and later events are
 * kept from it. `frozen` has the groups that were frozen before. Only an erasure of personal data is still
 * folded. See docs/decisions/0055-no-wrong-row-unmarked.md. Any error comes from the source.
 */
export async function foldBatch(
  projection: Projection,
  events: readonly ProjectedEvent[],
  source: GroupSource,
  frozen: FrozenPositions = new GroupMap<bigint>(),
): Promise<FoldedBatch> {
  const unknown = new Failures();
  const touching = events
    .filter(({ type }) => projection.events.has(type))
    .flatMap((event) => touchingOf(projection, event, unknown))
    .filter(({ keys, lookups }) => keys.length > 0 || lookups.length > 0);
  if (touching.length === 0) return { ...nothing, failures: unknown.all() };
  const loaded = await loadGroups(touching, source);
  const fold = (checksRows: boolean) => {
    const folding = new Folding(projection, new BatchGroups(loaded, frozen), checksRows);
    for (const touched of touching) folding.take(touched);
    const changes = folding.changes();
    return { changes, failures: [...unknown.all(), ...folding.failures.all()] };
  };
  try {
    return fold(false);
  } catch {
    // The rows of a group could not be made. Checking them after each event finds the event.
    return fold(true);
  }
}

/** The groups of an event. Those of an event that breaks its schema can't be known. */
function touchingOf(projection: Projection, event: ProjectedEvent, unknown: Failures): Touching[] {
  try {
    if (event.invalid !== undefined) throw new InvalidEventError(event);
    return [{ event, keys: projection.keys(event), lookups: projection.lookups(event) }];
  } catch (error) {
    unknown.add(event, error);
    return [];
  }
}

async function loadGroups(touching: readonly Touching[], source: GroupSource): Promise<LoadedGroup[]> {
  const keys = storedKeysOf(touching);
  const lookups = touching.flatMap((touched) => touched.lookups);
  const [byKey, byField] = await Promise.all([
    keys.length > 0 ? source.byKey(keys) : [],
    lookups.length > 0 ? source.byField(lookups) : [],
  ]);
  return [...byKey, ...byField];
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
