import { setTimeout as pause } from "node:timers/promises";
import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Abortable, Db } from "mongodb";

/** The live generation of each read model. */
export type Generations = ReadonlyMap<ProjectionName, ProjectionGeneration>;

/** A read that hangs delays no later request. */
const joinedMilliseconds = 50;

/** Reads which generations are live. */
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

/** The commit position that all the named projections have reached. */
export const leastCommit = (generations: Generations, names: readonly ProjectionName[]): bigint =>
  names.map((name) => generations.get(name)?.commit ?? -1n).sort((a, b) => Number(a - b))[0] ?? -1n;
