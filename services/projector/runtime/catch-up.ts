import type { Batch } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { Feed, type FeedParts } from "./feed.ts";
import type { Member } from "./member.ts";

/**
 * Brings generations that stand behind the main feed up to its place and hands them over (design §6). Near the head the main
 * feed waits, so that the hand-over happens however busy the log is.
 */
export class CatchUp {
  readonly #main: Feed;
  readonly #feed: Feed;
  readonly #onReached: () => Promise<void>;
  readonly #joined: Promise<void>;
  #sayJoined: () => void = () => undefined;
  #release: (() => void) | undefined;
  #ended = false;

  /** @param onReached does the hand-over, between two batches of the main feed. */
  constructor(options: {
    members: readonly Member[];
    main: Feed;
    parts: FeedParts;
    onReached: () => Promise<void>;
  }) {
    const { members, main, parts, onReached } = options;
    this.#main = main;
    this.#onReached = onReached;
    this.#joined = new Promise((resolve) => {
      this.#sayJoined = resolve;
    });
    const name = `catch-up ${members.map(({ generation }) => generation._id).join(" ")}`;
    this.#feed = new Feed(name, members, { ...parts, afterBatch: (batch) => this.#afterBatch(batch) });
  }

  get members(): readonly Member[] {
    return this.#feed.members;
  }

  start(): void {
    this.#feed.start();
    // Where nothing was written yet no batch comes that would say that the log's end is reached.
    const atEnd = () => this.#feed.exclusive(() => this.#afterBatch({ caughtUp: true }));
    // What fails here fails again with the first batch, and is told there.
    this.#feed
      .caughtUp()
      .then(atEnd)
      .catch(() => undefined);
  }

  /** Resolves once the members are handed over. */
  joined(): Promise<void> {
    return this.#joined;
  }

  async stop(): Promise<void> {
    this.#end();
    await this.#feed.stop();
  }

  async #afterBatch({ caughtUp }: Pick<Batch, "caughtUp">): Promise<void> {
    if (this.#ended || !caughtUp) return;
    this.#release ??= await this.#main.pause();
    if (this.#ended) return this.#end();
    if (comparePositions(this.#feed.position, this.#main.position) < 0) return;
    await this.#onReached();
    this.#end();
    this.#sayJoined();
    // Not waited for: it waits for this very batch.
    void this.#feed.stop();
  }

  #end(): void {
    this.#ended = true;
    this.#release?.();
    this.#release = undefined;
  }
}
