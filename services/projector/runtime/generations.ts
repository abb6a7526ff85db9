import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { ReadModel } from "@ornament/contracts/read-models/read-model";
import type { Place } from "@ornament/platform/eventstore/checkpoints/position-check";
import type { Position } from "@ornament/platform/eventstore/event-store";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Abortable, Db } from "mongodb";
import { StartOver } from "./start-over.ts";

export const retiredMilliseconds = 15 * 60_000;

/** Before the first event of the log. */
export const beforeAll: Position = { commit: -1n, prepare: -1n };

/** Where a generation stands, with the id of the event there, where that is known. */
export const placeOf = ({ commit, prepare, eventId }: ProjectionGeneration): Place => ({
  position: { commit, prepare },
  eventId: eventId ?? undefined,
});

/** A generation on its way from one checkpoint to the next. */
export interface Advance {
  readonly id: string;
  readonly from: Position;
  readonly to: Position;
  /** The id of the event there, where it is known. */
  readonly eventId: string | undefined;
  readonly ready: boolean;
}

/** The registry of generations and their checkpoints in MongoDB. */
export interface Generations {
  all(options?: Abortable): Promise<ProjectionGeneration[]>;
  /** Registers the next generation. The collections are the caller's to make before anything is written. */
  add(
    readModel: ReadModel,
    state: "building" | "live",
    target: Position | undefined,
  ): Promise<ProjectionGeneration>;
  /** Stores checkpoints, each only over its predecessor. Throws `StartOver` on a miss. */
  advance(advances: readonly Advance[]): Promise<void>;
  /** Makes a generation the one that readers use; the older ones of its projection retire. */
  promote(generation: Pick<ProjectionGeneration, "_id" | "name" | "number">): Promise<void>;
  /** Has readers no longer use a generation that another one has taken the place of. */
  retire(id: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createGenerations(db: Db, now: () => Date): Generations {
  const collection = db.collection<ProjectionGeneration>(generationsCollection);
  const written = forWriting(collection);
  return {
    all: (options = {}) => collection.find({}, options).toArray(),
    async add({ name, version }, state, target) {
      const known = await collection.find({ name }).toArray();
      const number = Math.max(0, ...known.map((generation) => generation.number)) + 1;
      const generation: ProjectionGeneration = {
        _id: `${name}_v${version}_${number}`,
        name,
        version,
        number,
        state,
        ...beforeAll,
        eventId: null,
        ready: target === undefined,
        target: target?.commit ?? -1n,
        createdAt: now(),
        retiredAt: null,
      };
      await written.insertOne(generation);
      return generation;
    },
    async advance(advances) {
      const { matchedCount } = await written.bulkWrite(
        advances.map(({ id, from, to, eventId = null, ready }) => ({
          updateOne: {
            filter: { _id: id, commit: from.commit, prepare: from.prepare },
            update: { $set: { commit: to.commit, prepare: to.prepare, eventId, ready } },
          },
        })),
        { ordered: false },
      );
      if (matchedCount !== advances.length) throw new StartOver("A checkpoint is not where it was left");
    },
    async promote({ _id, name, number }) {
      const { matchedCount } = await written.updateOne({ _id }, { $set: { state: "live", ready: true } });
      if (matchedCount !== 1) throw new StartOver(`The generation ${_id} has gone`);
      await written.updateMany(
        { name, state: "live", number: { $lt: number } },
        { $set: { state: "retired", retiredAt: now() } },
      );
    },
    async retire(id) {
      await written.updateOne({ _id: id }, { $set: { state: "retired", retiredAt: now() } });
    },
    async remove(id) {
      await written.deleteOne({ _id: id });
    },
  };
}

/** What of the registry is no use any more: builds that were cut off, and generations that nobody reads since a while. */
export function outdated(
  generations: readonly ProjectionGeneration[],
  now: Date,
  inUse: ReadonlySet<string>,
): ProjectionGeneration[] {
  const since = now.getTime() - retiredMilliseconds;
  return generations.filter(({ _id, state, retiredAt }) => {
    if (inUse.has(_id)) return false;
    return (
      state === "building" || (state === "retired" && retiredAt !== null && retiredAt.getTime() <= since)
    );
  });
}

/** Whether every projection of the given names is complete up to the position. */
export function haveReached(
  generations: readonly ProjectionGeneration[],
  names: readonly ProjectionGeneration["name"][],
  head: Position | undefined,
): boolean {
  const live = liveGenerations(generations);
  return names.every((name) => {
    const generation = live.get(name);
    return generation?.ready === true && generation.commit >= (head?.commit ?? -1n);
  });
}

/** Whether a generation that readers use stands further than the log goes. */
export const isBeyond = (generations: readonly ProjectionGeneration[], head: Position | undefined): boolean =>
  [...liveGenerations(generations).values()].some(({ commit }) => commit > (head?.commit ?? -1n));
