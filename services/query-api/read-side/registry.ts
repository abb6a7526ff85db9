import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/read-models/read-model";
import type { Abortable, Collection, Db } from "mongodb";
import { KnownAnswers } from "./known-answers.ts";

export type Generations = ReadonlyMap<ProjectionName, ProjectionGeneration>;

/** The read models of the generations that were live at one look at the registry. */
export interface ReadView {
  collection<D extends Stored & { _id: string | number }>(model: ReadModel, part?: string): Collection<D>;
}

/** What was seen of the registry. Requests share it while nothing moves. */
export interface Look {
  readonly generations: Generations;
  readonly view: ReadView;
  /** What was answered from the view. */
  readonly answers: KnownAnswers;
}

/** A generation of a store that was emptied and filled again can have the id of an earlier one. */
export const isSame = (
  one: ProjectionGeneration | undefined,
  other: ProjectionGeneration | undefined,
): boolean => one?._id === other?._id && one?.createdAt.getTime() === other?.createdAt.getTime();

/** The same generations, at the same positions. */
const isUnmoved = (before: Generations, now: Generations): boolean =>
  before.size === now.size &&
  [...now].every(([name, generation]) => {
    const known = before.get(name);
    return (
      isSame(known, generation) && known?.commit === generation.commit && known.ready === generation.ready
    );
  });

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

  /** What is live now. What is read from the view has everything up to the positions of its generations. */
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

  /** While nothing moves, the look stays the same one: what was read from its view still holds. */
  async #begin(): Promise<Look> {
    const generations = await this.read();
    if (!isUnmoved(this.#latest.generations, generations)) {
      this.#latest.answers.end();
      this.#latest = this.#lookOf(generations);
    }
    return this.#latest;
  }

  #lookOf(generations: Generations): Look {
    return {
      generations,
      answers: new KnownAnswers(),
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
