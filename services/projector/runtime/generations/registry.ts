import { erasureComment } from "@ornament/contracts/read-models/erasure-comment";
import {
  generationsCollection,
  isReadable,
  liveGenerations,
  type ProjectionGeneration,
  type StoppedAt,
} from "@ornament/contracts/read-models/projection-status";
import type { ReadModel } from "@ornament/contracts/read-models/read-model";
import type { StoredPosition } from "@ornament/platform/eventstore/checkpoints/position-check";
import type { Position } from "@ornament/platform/eventstore/event-store";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Abortable, Db } from "mongodb";
import { StateInvalidated } from "./state-invalidated.ts";

const retiredMilliseconds = 15 * 60_000;

/** A position before the first event of the event store. */
export const beforeFirstEvent: Position = { commit: -1n, prepare: -1n };

/** The stored position of a generation, with the id of the event there, if the checkpoint has it. */
export const placeOf = ({ commit, prepare, eventId }: ProjectionGeneration): StoredPosition => ({
  position: { commit, prepare },
  eventId: eventId ?? undefined,
});

/** The move of a generation's checkpoint. */
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

/** The generations and their checkpoints in MongoDB. */
export interface GenerationRegistry {
  all(options?: Abortable): Promise<ProjectionGeneration[]>;
  /**
   * Registers the next generation. The caller creates its collections. `onNewLog`: the earlier ones belong to
   * another event store.
   */
  add(
    readModel: ReadModel,
    state: "building" | "live" | "past",
    target: Position | undefined,
    options?: { onNewLog?: boolean },
  ): Promise<ProjectionGeneration>;
  /** Refuses readers of these generations until `release`. */
  hold(ids: readonly string[]): Promise<void>;
  release(ids: readonly string[]): Promise<void>;
  /**
   * Stores checkpoints. Throws `StateInvalidated` where the stored one is not `from`. `erases`: the events before it
   * have erased a person's data.
   */
  moveCheckpoints(moves: readonly CheckpointMove[], options?: { erases: boolean }): Promise<void>;
  /**
   * Makes a generation the live one for readers, and retires the older ones of its version. Generations of
   * other versions are for the readers of another build: they stay live, and end 15 minutes later.
   */
  promote(generation: Pick<ProjectionGeneration, "_id" | "name" | "version">): Promise<void>;
  /** Takes a generation away from readers. Its collections are dropped 15 minutes later. */
  retire(id: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export function generationRegistry(db: Db, now: () => Date): GenerationRegistry {
  const collection = db.collection<ProjectionGeneration>(generationsCollection);
  const writing = forWriting(collection);
  return {
    all: (options = {}) => collection.find({}, options).toArray(),
    async add({ name, version }, state, target, { onNewLog = false } = {}) {
      const known = await collection.find({ name }).toArray();
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
        createdAt: now(),
        retiredAt: null,
        newLogAt: onNewLog ? now() : (latest?.newLogAt ?? null),
      };
      await writing.insertOne(generation);
      return generation;
    },
    async hold(ids) {
      await writing.updateMany({ _id: { $in: [...ids] } }, { $set: { held: true } });
    },
    async release(ids) {
      await writing.updateMany({ _id: { $in: [...ids] }, held: true }, { $unset: { held: "" } });
    },
    async moveCheckpoints(moves, { erases } = { erases: false }) {
      const { matchedCount } = await writing.bulkWrite(
        together(moves).map(({ ids, from, to, eventId = null, ready, stopped = null }) => ({
          updateMany: {
            filter: { _id: { $in: ids }, commit: from.commit, prepare: from.prepare },
            update: { $set: { commit: to.commit, prepare: to.prepare, eventId, ready, stopped } },
          },
        })),
        { ordered: false, ...(erases ? { comment: erasureComment } : {}) },
      );
      if (matchedCount !== moves.length)
        throw new StateInvalidated("Another projector has moved a checkpoint");
    },
    async promote({ _id, name, version }) {
      const change = { state: "live" as const, ready: true, retiredAt: null };
      const { matchedCount } = await writing.updateOne({ _id }, { $set: change });
      if (matchedCount !== 1) throw new StateInvalidated(`The generation ${_id} was removed`);
      const live = await collection.find({ name, state: "live" }).toArray();
      const others = live.filter((generation) => generation._id !== _id && generation.retiredAt === null);
      const end = (some: readonly ProjectionGeneration[], state: ProjectionGeneration["state"]) =>
        writing.updateMany(
          { _id: { $in: some.map((one) => one._id) } },
          { $set: { state, retiredAt: now() } },
        );
      await end(
        others.filter((one) => one.version === version),
        "retired",
      );
      await end(
        others.filter((one) => one.version !== version),
        "live",
      );
    },
    async retire(id) {
      await writing.updateOne({ _id: id }, { $set: { state: "retired", retiredAt: now() } });
    },
    async remove(id) {
      await writing.deleteOne({ _id: id });
    },
  };
}

/** Generations that move together do so with one update. */
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

/** The generations whose time to end came 15 minutes ago, of this version or of another. */
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
