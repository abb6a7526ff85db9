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

/** Requests join a look that began at most this long ago, so that one that hangs keeps no later request waiting. */
const joinedMilliseconds = 50;

/** Reads which generations are live. */
export class Registry {
  readonly #database: Db;
  readonly #now: () => number;
  readonly #pollMilliseconds: number;
  #current: { readonly look: Promise<Generations>; readonly began: number } | undefined;

  #later: Promise<Generations> | undefined;

  /** `now` is a steady clock in milliseconds. */
  constructor(database: Db, now: () => number, pollMilliseconds: number) {
    this.#database = database;
    this.#now = now;
    this.#pollMilliseconds = pollMilliseconds;
  }

  /** What is live now. Requests at the same time share a look. What is read after it has everything up to its positions. */
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

  /** A look that begins after a pause. All requests that wait share it. */
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
