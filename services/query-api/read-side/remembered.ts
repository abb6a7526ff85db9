import type { Contents } from "./look.ts";

/** So many reads are remembered. Few of them are larger than a number. */
const mostRemembered = 1_000;

/** A read that has not ended is given to those who come at most so much later, so that one that hangs keeps no later request waiting. */
const joinedMilliseconds = 50;

interface Known {
  readonly content: string;
  readonly read: Promise<unknown>;
  readonly began: number;
  hasEnded: boolean;
}

/** Reads of one read model each, by name, while that model's content stays the same. A failed read is forgotten. */
export class Remembered {
  readonly #now: () => number;
  readonly #reads = new Map<string, Known>();

  /** `now` is a steady clock in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** What was read under the name when the read model had this content. Each name has one kind of value. */
  get<T>(name: string, content: string): Promise<T> | undefined {
    const known = this.#reads.get(name);
    if (known?.content !== content) return undefined;
    const isUsable = known.hasEnded || this.#now() < known.began + joinedMilliseconds;
    return isUsable ? (known.read as Promise<T>) : undefined;
  }

  keep(name: string, content: string, read: Promise<unknown>): void {
    if (this.#reads.size >= mostRemembered && !this.#reads.has(name)) return;
    const known: Known = { content, read, began: this.#now(), hasEnded: false };
    this.#reads.set(name, known);
    read.then(
      () => {
        known.hasEnded = true;
      },
      () => {
        if (this.#reads.get(name) === known) this.#reads.delete(name);
      },
    );
  }

  /** Forgets what was read from other contents. */
  keepOnly(contents: Contents): void {
    const current = new Set(contents.values());
    for (const [name, { content }] of this.#reads) if (!current.has(content)) this.#reads.delete(name);
  }
}
