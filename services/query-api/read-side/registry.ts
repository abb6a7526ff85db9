import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/read-models/read-model";
import { findAtOnce } from "@ornament/platform/mongodb/find-at-once";
import { type Abortable, BSON, type Collection, type Db } from "mongodb";
import { KnownAnswers } from "./known-answers.ts";
import { Remembered } from "./remembered.ts";

export type Generations = ReadonlyMap<ProjectionName, ProjectionGeneration>;

/** The read models of the generations that were live at one look at the registry. */
export interface ReadView {
  /** Reads something once while no read model moves, such as a setting. The name says what. */
  once<T>(name: string, read: () => Promise<T>): Promise<T>;
  collection<D extends Stored & { _id: string | number }>(model: ReadModel, part?: string): Collection<D>;
}

/** What was seen of the registry. Requests share it while nothing moves. */
export interface Look {
  readonly generations: Generations;
  readonly view: ReadView;
  /** What was read once from the view. */
  readonly remembered: Remembered;
  /** What was answered from the view. */
  readonly answers: KnownAnswers;
}

/** What a read begins on: a view, and the look that showed its generations, which had ended before. */
export interface Base {
  readonly look: Look;
  readonly view: ReadView;
  /** Whether the answers of the look are expected to hold. */
  readonly isSettled: boolean;
  /** Whether the view has given something that was read earlier, which holds only if nothing has moved since the look. */
  readonly usesEarlier: boolean;
}

/** A generation of a store that was emptied and filled again can have the id of an earlier one. */
const isSame = (one: ProjectionGeneration, other: ProjectionGeneration | undefined): boolean =>
  one._id === other?._id && one.createdAt.getTime() === other.createdAt.getTime();

/** What is read after a look. */
export const baseAfter = (look: Look): Base => ({
  look,
  view: look.view,
  isSettled: true,
  usesEarlier: false,
});

/**
 * Whether what was read from the earlier look's generations while the later look was made is what the later one leads to: the same
 * generations are live, and none has gone back, as it does when the store is restored from a backup.
 */
export function goesOn(earlier: Look, later: Look): boolean {
  if (earlier === later) return true;
  const before = [...earlier.generations];
  return (
    before.length === later.generations.size &&
    before.every(([name, generation]) => {
      const now = later.generations.get(name);
      return isSame(generation, now) && generation.commit <= (now?.commit ?? -1n);
    })
  );
}

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

/** Far more than there are: one for each read model, and two during a switch. */
const mostLive = 1_000;

/** A look that has begun, and what is read meanwhile on the look before. */
interface CurrentLook {
  readonly look: Promise<Look>;
  readonly began: number;
  ahead: Base | undefined;
}

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
  /** Nothing had moved between the two latest looks, so it is expected that nothing moves before the next one. */
  #isSettled = false;
  #documents: Documents = [];
  #current: CurrentLook | undefined;
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
    return this.#joined().look;
  }

  /** What to read on while `look` is under way: the latest look. Requests share its view while they share the look under way. */
  ahead(): Base {
    const current = this.#joined();
    if (current.ahead?.look !== this.#latest) current.ahead = this.#aheadOf(this.#latest);
    return current.ahead;
  }

  #joined(): CurrentLook {
    const now = this.#now();
    if (this.#current && now < this.#current.began + joinedMilliseconds) return this.#current;
    const current: CurrentLook = { look: this.#begin(), began: now, ahead: undefined };
    this.#current = current;
    const end = () => {
      if (this.#current === current) this.#current = undefined;
    };
    current.look.then(end, end);
    return current;
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
    const registry = this.#database.collection<ProjectionGeneration>(generationsCollection);
    const live = await findAtOnce(registry, {
      ...options,
      filter: { state: "live" },
      limit: mostLive,
      raw: true,
    });
    // With `raw` each document is bytes, which the types don't say.
    return live as unknown as Documents;
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
    this.#isSettled = isUnmoved(this.#documents, documents);
    if (!this.#isSettled) {
      this.#latest.answers.end();
      this.#latest = this.#lookOf(generationsIn(documents));
      this.#documents = documents;
    }
    return this.#latest;
  }

  #lookOf(generations: Generations): Look {
    const remembered = new Remembered();
    const view = this.#viewOf(generations, remembered);
    return { generations, answers: new KnownAnswers(), remembered, view };
  }

  #aheadOf(look: Look): Base {
    const isSettled = this.#isSettled;
    const remembered = new Remembered(isSettled ? look.remembered : undefined);
    return {
      look,
      view: this.#viewOf(look.generations, remembered),
      isSettled,
      get usesEarlier() {
        return remembered.usesEarlier;
      },
    };
  }

  #viewOf(generations: Generations, remembered: Remembered): ReadView {
    return {
      once: (name, read) => remembered.once(name, read),
      collection: (model, part) => {
        const generation = generations.get(model.name);
        if (!generation) throw new Error(`${model.name} was not requested`);
        return this.#database.collection(collectionOf(generation._id, part));
      },
    };
  }
}
