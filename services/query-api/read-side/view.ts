import { setTimeout as pause } from "node:timers/promises";
import { type LogProofDocument, logProofCollection } from "@ornament/contracts/log-proof/document";
import type { ProjectionName } from "@ornament/contracts/projections/names";
import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/projections/read-model";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Abortable, Collection, Db } from "mongodb";

export type Generations = ReadonlyMap<ProjectionName, ProjectionGeneration>;

/** Requests join a read that began at most this long ago. One that hangs delays no later request. */
const joinedMilliseconds = 50;

export class Registry {
  readonly #database: Db;
  readonly #now: () => number;
  readonly #pollMilliseconds: number;
  #current: { readonly look: Promise<Generations>; readonly began: number } | undefined;

  #later: Promise<Generations> | undefined;

  constructor(database: Db, now: () => number, pollMilliseconds: number) {
    this.#database = database;
    this.#now = now;
    this.#pollMilliseconds = pollMilliseconds;
  }

  /** The live generations. Documents that are read after it include everything up to its positions. */
  look(): Promise<Generations> {
    const now = this.#now();
    if (this.#current && now < this.#current.began + joinedMilliseconds) return this.#current.look;
    const current = { look: this.read(), began: now };
    this.#current = current;
    const end = () => {
      if (this.#current === current) this.#current = undefined;
    };
    current.look.then(end, end);
    return current.look;
  }

  /** A read of the registry that begins after a pause. All requests that wait share it. */
  lookLater(): Promise<Generations> {
    this.#later ??= pause(this.#pollMilliseconds).then(() => {
      this.#later = undefined;
      return this.look();
    });
    return this.#later;
  }

  async read(options: Abortable = {}): Promise<Generations> {
    const registry = this.#database.collection<ProjectionGeneration>(generationsCollection);
    return liveGenerations(await registry.find({ state: "live" }, options).toArray());
  }
}

export const leastCommit = (generations: Generations, names: readonly ProjectionName[]): bigint =>
  names.map((name) => generations.get(name)?.commit ?? -1n).sort((a, b) => Number(a - b))[0] ?? -1n;

/** The read models of the generations that were live when a request read the registry. */
export interface ReadView {
  collection<D extends Stored & { _id: string | number }>(model: ReadModel, part?: string): Collection<D>;
  notUpToDateSince(models: readonly ReadModel[]): Date | undefined;
  /** The newest signed checkpoint, for the header of an export; `undefined` before the first. */
  checkpoint(): Promise<string | undefined>;
  /** The instant of a former state; `undefined` for the present one. */
  readonly asOf: Date | undefined;
  /** Throws if a former state was ended meanwhile, so that what was read of it may be incomplete. */
  confirm(): Promise<void>;
  /** The same items. It throws at the end as `confirm` does, so that an incomplete answer doesn't end well. */
  whole<T>(items: AsyncIterable<T>): AsyncIterable<T>;
}

interface FormerState {
  readonly instant: Date;
  readonly confirm: () => Promise<void>;
}

export function viewOf(database: Db, generations: Generations, former?: FormerState): ReadView {
  const confirm = former?.confirm ?? (async () => undefined);
  const generationOf = ({ name }: ReadModel) => {
    const generation = generations.get(name);
    if (!generation) throw new Error(`${name} was not requested`);
    return generation;
  };
  return {
    collection: (model, part) => database.collection(collectionOf(generationOf(model)._id, part)),
    notUpToDateSince: (models) =>
      notUpToDateSince(
        generations,
        models.map(({ name }) => name),
      ),
    checkpoint: async () => (await logProofOf(database))?.signed?.note,
    asOf: former?.instant,
    confirm,
    whole: async function* (items) {
      yield* items;
      await confirm();
    },
  };
}

/** The state of the proof of the event store; `undefined` before the projector has read the first event. */
export async function logProofOf(database: Db): Promise<LogProofDocument | undefined> {
  return (
    (await database.collection<LogProofDocument>(logProofCollection).findOne({ _id: "last" })) ?? undefined
  );
}

/** The time since which the first of the named read models shows no changes; `undefined` if all show all. */
export const notUpToDateSince = (
  generations: Generations,
  names: readonly ProjectionName[],
): Date | undefined =>
  names
    .flatMap((name) => generations.get(name)?.stopped?.since ?? [])
    .sort((a, b) => a.getTime() - b.getTime())[0];
