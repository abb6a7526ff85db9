import type { ProjectionName } from "@ornament/contracts/events/projections";
import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/read-models/read-model";
import type { Collection, Db } from "mongodb";
import { type Contents, goesOn, type Look, shows } from "./look.ts";
import type { Remembered } from "./remembered.ts";

/** The read models of the generations that were live at one look at the registry. */
export interface ReadView {
  collection<D extends Stored & { _id: string | number }>(model: ReadModel, part?: string): Collection<D>;
  /**
   * Reads something of one read model, such as a setting, once while that model's content stays the same. The name says what, and
   * `read` reads nothing else.
   */
  once<T>(model: ReadModel, name: string, read: () => Promise<T>): Promise<T>;
}

/** Where a view finds what was read once. */
export interface OnceSource {
  /** What was read under the name. `isEarlier` tells that it may have been read before the request came. */
  get<T>(
    model: ProjectionName,
    name: string,
    content: string,
  ): { read: Promise<T>; isEarlier: boolean } | undefined;
  keep(name: string, content: string, read: Promise<unknown>): void;
}

/** A view for one read. It notes what the read depends on. */
export class NotingView implements ReadView {
  readonly #database: Db;
  readonly #look: Look;
  readonly #once: OnceSource;
  readonly #used = new Map<ProjectionName, string>();
  readonly #earlier = new Map<ProjectionName, string>();

  constructor(database: Db, look: Look, once: OnceSource) {
    this.#database = database;
    this.#look = look;
    this.#once = once;
  }

  /** The contents that the read has used so far. */
  get used(): Contents {
    return this.#used;
  }

  /**
   * Whether what was read so far is right at a look that was made meanwhile. What was read before the request came is right only if its
   * read model has not changed.
   */
  isGoodAt(look: Look): boolean {
    return goesOn(this.#look, look) && shows(look, this.#earlier);
  }

  collection<D extends Stored & { _id: string | number }>(model: ReadModel, part?: string): Collection<D> {
    this.#note(model);
    const generation = this.#look.generations.get(model.name);
    if (!generation) throw new Error(`${model.name} was not requested`);
    return this.#database.collection(collectionOf(generation._id, part));
  }

  once<T>(model: ReadModel, name: string, read: () => Promise<T>): Promise<T> {
    const content = this.#note(model);
    const known = this.#once.get<T>(model.name, name, content);
    if (known?.isEarlier) this.#earlier.set(model.name, content);
    if (known) return known.read;
    const begun = read();
    this.#once.keep(name, content, begun);
    return begun;
  }

  #note({ name }: ReadModel): string {
    const content = this.#look.contents.get(name) ?? "";
    this.#used.set(name, content);
    return content;
  }
}

/** What is read after a look takes everything that is remembered of its contents. */
export const onceAfterLook = (remembered: Remembered): OnceSource => ({
  get<T>(_model: ProjectionName, name: string, content: string) {
    const read = remembered.get<T>(name, content);
    return read && { read, isEarlier: false };
  },
  keep: (name, content, read) => remembered.keep(name, content, read),
});

/**
 * What is read before its look takes what the same requests have read, and what is remembered of read models that were not changing.
 */
export function onceAhead(remembered: Remembered, changing: ReadonlySet<ProjectionName>): OnceSource {
  const fresh = new Map<string, Promise<unknown>>();
  return {
    get<T>(model: ProjectionName, name: string, content: string) {
      const own = fresh.get(name);
      if (own) return { read: own as Promise<T>, isEarlier: false };
      const read = changing.has(model) ? undefined : remembered.get<T>(name, content);
      return read && { read, isEarlier: true };
    },
    keep(name, content, read) {
      fresh.set(name, read);
      remembered.keep(name, content, read);
    },
  };
}
