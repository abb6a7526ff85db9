import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/read-models/read-model";
import { type Abortable, BSON, type Collection, type Db } from "mongodb";
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

/** The documents of the registry, as they were sent. They are compared more often than they are read. */
type Documents = readonly Uint8Array[];

const isUnmoved = (before: Documents, now: Documents): boolean =>
  before.length === now.length &&
  now.every((bytes, place) => Buffer.compare(bytes, before[place] as Uint8Array) === 0);

const generationsIn = (documents: Documents): Generations =>
  liveGenerations(
    documents.map((bytes) => BSON.deserialize(bytes, { useBigInt64: true }) as ProjectionGeneration),
  );

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
  #documents: Documents = [];
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
    return generationsIn(await this.#read(options));
  }

  async #read(options: Abortable = {}): Promise<Documents> {
    const live = this.#database
      .collection<ProjectionGeneration>(generationsCollection)
      .find({ state: "live" }, { ...options, raw: true });
    // With `raw` the driver gives each document as bytes, which its types don't say.
    return (await live.toArray()) as unknown as Documents;
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
    const documents = await this.#read();
    if (!isUnmoved(this.#documents, documents)) {
      this.#latest.answers.end();
      this.#latest = this.#lookOf(generationsIn(documents));
      this.#documents = documents;
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
