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

/** A look that is to begin at a time. */
interface PlannedLook {
  readonly look: Promise<Look>;
  readonly begin: () => void;
  beginsAt: number;
  timer: NodeJS.Timeout | undefined;
}

/** Reads which generations are live. */
export class Registry {
  readonly #database: Db;
  readonly #now: () => number;
  #latest: Look;
  #current: { readonly look: Promise<Look>; readonly began: number } | undefined;
  #next: PlannedLook | undefined;

  /** `now` is a steady clock in milliseconds. */
  constructor(database: Db, now: () => number) {
    this.#database = database;
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

  /** What is live at most so much later. All requests that wait share one look, which begins as soon as one of them asks for it. */
  lookAfter(milliseconds: number): Promise<Look> {
    this.#next ??= this.#plan();
    const beginsAt = this.#now() + milliseconds;
    if (beginsAt < this.#next.beginsAt) {
      clearTimeout(this.#next.timer);
      this.#next.beginsAt = beginsAt;
      this.#next.timer = setTimeout(this.#next.begin, milliseconds);
    }
    return this.#next.look;
  }

  async read(options: Abortable = {}): Promise<Generations> {
    const all = await this.#database
      .collection<ProjectionGeneration>(generationsCollection)
      .find({ state: "live" }, options)
      .toArray();
    return liveGenerations(all);
  }

  #plan(): PlannedLook {
    let begin = () => {};
    const look = new Promise<void>((resolve) => {
      begin = resolve;
    }).then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return { look, begin, beginsAt: Number.POSITIVE_INFINITY, timer: undefined };
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
