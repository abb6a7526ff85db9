import { setTimeout as wait } from "node:timers/promises";
import type { Position } from "@ornament/platform/eventstore/event-store";
import { ListsBehind } from "./lists-behind.ts";

/** The position of the log that all lists include; `undefined` where it can't be found out. */
export type ListsPosition = () => Promise<bigint | undefined>;

const askMilliseconds = 200;

/**
 * Keeps an import from writing faster than the lists can follow. Other commands don't wait: they are too few to leave the lists behind.
 * See docs/decisions/0041-an-import-waits-for-the-lists.md.
 */
export class Pace {
  readonly #listsPosition: ListsPosition;
  readonly #clock: () => Date;
  readonly #behind = new ListsBehind();
  readonly #stopping = new AbortController();
  #waiting: (() => void)[] = [];

  constructor(listsPosition: ListsPosition, clock: () => Date) {
    this.#listsPosition = listsPosition;
    this.#clock = clock;
    void this.#keepAsking();
  }

  wrote({ commit }: Position): void {
    this.#behind.wrote(commit, this.#now());
  }

  /** Whether the import may go on. If not, this is answered once the projector was asked again. */
  async mayGoOn(): Promise<boolean> {
    if (this.#isTooFar()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return !this.#isTooFar();
  }

  stop(): void {
    this.#stopping.abort();
  }

  #isTooFar(): boolean {
    return !this.#stopping.signal.aborted && this.#behind.isTooFar(this.#now());
  }

  async #keepAsking(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const position = await this.#listsPosition().catch(() => undefined);
      this.#behind.listsAre(position, this.#now());
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const resolve of waiting) resolve();
      await wait(askMilliseconds, undefined, { ref: false, signal }).catch(() => undefined);
    }
    for (const resolve of this.#waiting) resolve();
  }

  #now(): number {
    return this.#clock().getTime();
  }
}
