import type { Contents } from "./look.ts";

/** So many reads are remembered. Few of them are larger than a number. */
const mostRemembered = 1_000;

interface Known {
  readonly content: string;
  readonly read: Promise<unknown>;
}

/** Reads of one read model each, by name, while that model's content stays the same. A failed read is forgotten. */
export class Remembered {
  readonly #reads = new Map<string, Known>();

  /** What was read under the name when the read model had this content. Each name has one kind of value. */
  get<T>(name: string, content: string): Promise<T> | undefined {
    const known = this.#reads.get(name);
    return known?.content === content ? (known.read as Promise<T>) : undefined;
  }

  keep(name: string, content: string, read: Promise<unknown>): void {
    if (this.#reads.size >= mostRemembered && !this.#reads.has(name)) return;
    const known = { content, read };
    this.#reads.set(name, known);
    read.catch(() => {
      if (this.#reads.get(name) === known) this.#reads.delete(name);
    });
  }

  /** Forgets what was read from other contents. */
  keepOnly(contents: Contents): void {
    const current = new Set(contents.values());
    for (const [name, { content }] of this.#reads) if (!current.has(content)) this.#reads.delete(name);
  }
}
