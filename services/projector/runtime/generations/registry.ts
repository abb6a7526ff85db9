import type { ReadModel } from "@ornament/contracts/projections/read-model";
import {
  erasureComment,
  generationsCollection,
  isReadable,
  liveGenerations,
  type ProjectionGeneration,
  type StoppedAt,
} from "@ornament/contracts/read-models/projection-status";
import type { StoredPosition } from "@ornament/platform/eventstore/checkpoints/position-check";
import type { Position } from "@ornament/platform/eventstore/event-store";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Abortable, Collection, Db } from "mongodb";

const retiredMilliseconds = 15 * 60_000;

/** A position before the first event of the event store. */
export const beforeFirstEvent: Position = { commit: -1n, prepare: -1n };

/** The stored position of a generation, with the id of the event there, if the checkpoint has it. */
export const placeOf = ({ commit, prepare, eventId }: ProjectionGeneration): StoredPosition => ({
  position: { commit, prepare },
  eventId: eventId ?? undefined,
});

export interface CheckpointMove {
  readonly id: string;
  readonly from: Position;
  readonly to: Position;
  /** The id of the event at `to`; `undefined` if it was not given. */
  readonly eventId: string | undefined;
  readonly ready: boolean;
  /** The event after `to` that can't be folded. */
  readonly stopped?: StoppedAt | undefined;
}

export class GenerationRegistry {
  readonly #collection: Collection<ProjectionGeneration>;
  readonly #writing: Collection<ProjectionGeneration>;
  readonly #now: () => Date;

  constructor(db: Db, now: () => Date) {
    this.#collection = db.collection<ProjectionGeneration>(generationsCollection);
    this.#writing = forWriting(this.#collection);
    this.#now = now;
  }

  all(options: Abortable = {}): Promise<ProjectionGeneration[]> {
    return this.#collection.find({}, options).toArray();
  }

  /** Registers the next generation without its collections. `onNewLog`: earlier ones belong to another event store. */
  async add(
    { name, version }: ReadModel,
    state: "building" | "live" | "past",
    target: Position | undefined,
    { onNewLog = false } = {},
  ): Promise<ProjectionGeneration> {
    const known = await this.#collection.find({ name }).toArray();
    const number = Math.max(0, ...known.map((generation) => generation.number)) + 1;
    const latest = known.find((generation) => generation.number === number - 1);
    const generation: ProjectionGeneration = {
      _id: `${name}_v${version}_${number}`,
      name,
      version,
      number,
      state,
      ...beforeFirstEvent,
      eventId: null,
      ready: target === undefined,
      target: target?.commit ?? -1n,
      createdAt: this.#now(),
      retiredAt: null,
      newLogAt: onNewLog ? this.#now() : (latest?.newLogAt ?? null),
    };
    await this.#writing.insertOne(generation);
    return generation;
  }

  /** Refuses readers of these generations until `release`. */
  async hold(ids: readonly string[]): Promise<void> {
    await this.#writing.updateMany({ _id: { $in: [...ids] } }, { $set: { held: true } });
  }

  async release(ids: readonly string[]): Promise<void> {
    await this.#writing.updateMany({ _id: { $in: [...ids] }, held: true }, { $unset: { held: "" } });
  }

  /** Stores checkpoints. Throws `StateInvalidated` where the stored one is not `from`. */
  async moveCheckpoints(moves: readonly CheckpointMove[], { erases = false } = {}): Promise<void> {
    const { matchedCount } = await this.#writing.bulkWrite(
      together(moves).map(({ ids, from, to, eventId = null, ready, stopped = null }) => ({
        updateMany: {
          filter: { _id: { $in: ids }, commit: from.commit, prepare: from.prepare },
          update: { $set: { commit: to.commit, prepare: to.prepare, eventId, ready, stopped } },
        },
      })),
      { ordered: false, ...(erases ? { comment: erasureComment } : {}) },
    );
    if (matchedCount !== moves.length) throw new StateInvalidated("Another projector has moved a checkpoint");
  }

  /** Makes a generation the live one and retires older ones of its version. Those of other versions end later. */
  async promote({
    _id,
    name,
    version,
  }: Pick<ProjectionGeneration, "_id" | "name" | "version">): Promise<void> {
    const change = { state: "live" as const, ready: true, retiredAt: null };
    const { matchedCount } = await this.#writing.updateOne({ _id }, { $set: change });
    if (matchedCount !== 1) throw new StateInvalidated(`The generation ${_id} was removed`);
    const live = await this.#collection.find({ name, state: "live", retiredAt: null }).toArray();
    for (const other of live.filter((generation) => generation._id !== _id)) {
      const state = other.version === version ? "retired" : "live";
      await this.#writing.updateOne({ _id: other._id }, { $set: { state, retiredAt: this.#now() } });
    }
  }

  /** Takes a generation away from readers. Its collections are dropped 15 minutes later. */
  async retire(_id: string): Promise<void> {
    await this.#writing.updateOne({ _id }, { $set: { state: "retired", retiredAt: this.#now() } });
  }

  async remove(_id: string): Promise<void> {
    await this.#writing.deleteOne({ _id });
  }
}

function together(moves: readonly CheckpointMove[]): (Omit<CheckpointMove, "id"> & { ids: string[] })[] {
  const groups = new Map<string, Omit<CheckpointMove, "id"> & { ids: string[] }>();
  for (const { id, ...move } of moves) {
    const name = `${move.from.commit}/${move.from.prepare} ${move.ready} ${move.stopped ? id : ""}`;
    const known = groups.get(name);
    if (known) known.ids.push(id);
    else groups.set(name, { ...move, ids: [id] });
  }
  return [...groups.values()];
}

export const ended = (generations: readonly ProjectionGeneration[], now: Date): ProjectionGeneration[] =>
  generations.filter(
    ({ retiredAt }) => retiredAt !== null && retiredAt.getTime() <= now.getTime() - retiredMilliseconds,
  );

/** Whether every projection of the given names is complete up to the position, or has stopped at an event. */
export function haveReached(
  generations: readonly ProjectionGeneration[],
  names: readonly ProjectionGeneration["name"][],
  head: Position | undefined,
): boolean {
  const live = liveGenerations(generations);
  return names.every((name) => {
    const generation = live.get(name);
    if (generation === undefined || !isReadable(generation)) return false;
    return generation.stopped != null || generation.commit >= (head?.commit ?? -1n);
  });
}

/** Whether a live generation has a position beyond the end of the event store. */
export const isBeyond = (generations: readonly ProjectionGeneration[], head: Position | undefined): boolean =>
  [...liveGenerations(generations).values()].some(({ commit }) => commit > (head?.commit ?? -1n));

/** The stored state was changed by another program. The next run starts from the stored state. */
export class StateInvalidated extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? {} : { cause });
    this.name = "StateInvalidated";
  }
}

/** The event store has no event at a stored position, so it is another one. The next run refills the documents. */
export class LogReplaced extends StateInvalidated {
  constructor() {
    super("The read models have a position that is not in the log");
    this.name = "LogReplaced";
  }
}
