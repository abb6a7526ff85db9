import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/read-models/read-model";
import type { Abortable, Collection, Db } from "mongodb";

export type Generations = ReadonlyMap<ProjectionName, ProjectionGeneration>;

/** The read models of the generations that were live at one look at the registry. */
export interface ReadView {
  collection<D extends Stored & { _id: string | number }>(model: ReadModel, part?: string): Collection<D>;
}

/** What one look at the registry showed. Requests that come at the same time share it. */
export interface Look {
  readonly generations: Generations;
  readonly view: ReadView;
}

/** Requests join a look that began at most this long ago, so that one that hangs keeps no later request waiting. */
const joinedMilliseconds = 50;

/** Reads which generations are live. */
export class Registry {
  readonly #database: Db;
  readonly #pollInterval: number;
  readonly #now: () => number;
  #latest: Look;
  #current: { readonly look: Promise<Look>; readonly began: number } | undefined;
  #next: Promise<Look> | undefined;

  /** `now` is a steady clock in milliseconds. */
  constructor(database: Db, { pollMilliseconds, now }: { pollMilliseconds: number; now: () => number }) {
    this.#database = database;
    this.#pollInterval = pollMilliseconds;
    this.#now = now;
    this.#latest = this.#lookOf(new Map());
  }

  /** What the latest look showed, however long ago. Nothing is live before the first. */
  get latest(): Look {
    return this.#latest;
  }

  /** What is live now. What is read from the view afterwards is never older than the call. */
  look(): Promise<Look> {
    const now = this.#now();
    if (this.#current && now < this.#current.began + joinedMilliseconds) return this.#current.look;
    const current = { look: this.#begin(), began: now };
    this.#current = current;
    const end = () => {
      if (this.#current === current) this.#current = undefined;
    };
    current.look.then(end, end);
    return current.look;
  }

  /** What is live a moment later. Shared by all requests that wait. */
  lookAgain(): Promise<Look> {
    this.#next ??= new Promise((resolve) => setTimeout(resolve, this.#pollInterval))
      .then(() => this.#begin())
      .finally(() => {
        this.#next = undefined;
      });
    return this.#next;
  }

  async read(options: Abortable = {}): Promise<Generations> {
    const all = await this.#database
      .collection<ProjectionGeneration>(generationsCollection)
      .find({ state: "live" }, options)
      .toArray();
    return liveGenerations(all);
  }

  async #begin(): Promise<Look> {
    this.#latest = this.#lookOf(await this.read());
    return this.#latest;
  }

  #lookOf(generations: Generations): Look {
    return {
      generations,
      view: {
        collection: (model, part) => {
          const generation = generations.get(model.name);
          if (!generation) throw new Error(`${model.name} was not requested`);
          return this.#database.collection(collectionOf(generation._id, part));
        },
      },
    };
  }
}
