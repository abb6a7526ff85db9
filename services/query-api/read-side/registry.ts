import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { findAtOnce } from "@ornament/platform/mongodb/find-at-once";
import { type Abortable, BSON, type Db } from "mongodb";
import { KnownAnswers } from "./known-answers.ts";
import { changedBetween, type Generations, type Look, lookAt } from "./look.ts";
import { Remembered } from "./remembered.ts";
import { NotingView, type OnceSource, onceAfterLook, onceAhead } from "./view.ts";

/** What reads begin on: a look that had ended before. */
export class Base {
  readonly look: Look;
  readonly #database: Db;
  readonly #once: OnceSource;

  constructor(database: Db, look: Look, once: OnceSource) {
    this.#database = database;
    this.look = look;
    this.#once = once;
  }

  /** A view for one read. */
  view(): NotingView {
    return new NotingView(this.#database, this.look, this.#once);
  }
}

/** The documents of the registry, as they were sent. They are compared more often than they are read. */
type Documents = readonly Uint8Array[];

const isUnmoved = (before: Documents, now: Documents): boolean =>
  before.length === now.length &&
  now.every((bytes, place) => Buffer.compare(bytes, before[place] as Uint8Array) === 0);

const lookIn = (documents: Documents): Look =>
  lookAt(documents.map((bytes) => BSON.deserialize(bytes, { useBigInt64: true }) as ProjectionGeneration));

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

/** Reads which generations are live, and keeps what was read from them while they stay the same. */
export class Registry {
  readonly answers = new KnownAnswers();
  readonly #database: Db;
  readonly #now: () => number;
  readonly #remembered: Remembered;
  #latest: Look = lookAt([]);
  /** The read models that had changed between the two latest looks. They are expected to change again before the next one. */
  #changing: ReadonlySet<ProjectionName> = new Set();
  #documents: Documents = [];
  #current: CurrentLook | undefined;
  #next: PlannedLook | undefined;

  /** `now` is a steady clock in milliseconds. */
  constructor(database: Db, now: () => number) {
    this.#database = database;
    this.#now = now;
    this.#remembered = new Remembered(now);
  }

  /** What the latest look showed, however long ago. Nothing is live before the first. */
  get latest(): Look {
    return this.#latest;
  }

  /** What is live now. What is read from the view has everything up to the positions of its generations. */
  look(): Promise<Look> {
    return this.#joined().look;
  }

  /** What to read on while `look` is under way: the latest look. Requests that share the look under way share what they read once. */
  ahead(): Base {
    const current = this.#joined();
    if (current.ahead?.look !== this.#latest)
      current.ahead = new Base(this.#database, this.#latest, onceAhead(this.#remembered, this.#changing));
    return current.ahead;
  }

  /** What to read on after a look. */
  after(look: Look): Base {
    return new Base(this.#database, look, onceAfterLook(this.#remembered));
  }

  /** Whether an answer is known, and is expected to be right at the look under way too. */
  expectsKnown(url: string): boolean {
    const used = this.answers.usedBy(url, this.#latest);
    return used !== undefined && ![...used.keys()].some((name) => this.#changing.has(name));
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
    return lookIn(await this.#read(options)).generations;
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

  /** While nothing moves, the look stays the same one. */
  async #begin(): Promise<Look> {
    const documents = await this.#read();
    if (isUnmoved(this.#documents, documents)) {
      this.#changing = new Set();
      return this.#latest;
    }
    const look = lookIn(documents);
    this.#changing = changedBetween(this.#latest, look);
    this.#latest = look;
    this.#documents = documents;
    this.answers.keepOnly(look);
    this.#remembered.keepOnly(look.contents);
    return look;
  }
}
