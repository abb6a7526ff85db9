import type { Batch } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import type { GenerationWriter } from "../generations/generation-writer.ts";
import { LogFeed, type LogFeedOptions } from "./log-feed.ts";

/**
 * Brings generations that are behind the main feed to its position and hands them over. Near the end of the
 * event store the main feed is paused, so that the handover also succeeds under a stream of writes.
 */
export class CatchUp {
  /** The writers that it began with, including those that stopped at an event they can't read. */
  readonly writers: readonly GenerationWriter[];
  readonly #main: LogFeed;
  readonly #feed: LogFeed;
  readonly #handOver: (writers: readonly GenerationWriter[]) => Promise<void>;
  readonly #done: Promise<void>;
  #resolveDone: () => void = () => undefined;
  #resumeMain: (() => void) | undefined;
  #ended = false;

  /**
   * @param handOver is called between two batches of the main feed, with the writers that have reached its
   *   position.
   */
  constructor(options: {
    writers: readonly GenerationWriter[];
    main: LogFeed;
    feedOptions: LogFeedOptions;
    handOver: (writers: readonly GenerationWriter[]) => Promise<void>;
  }) {
    const { writers, main, feedOptions, handOver } = options;
    this.writers = writers;
    this.#main = main;
    this.#handOver = handOver;
    this.#done = new Promise((resolve) => {
      this.#resolveDone = resolve;
    });
    const name = `catch-up ${writers.map(({ generation }) => generation._id).join(" ")}`;
    const afterBatch = (batch: Batch) => this.#afterBatch(batch);
    this.#feed = new LogFeed(name, writers, { ...feedOptions, afterBatch });
  }

  start(): void {
    this.#feed.start();
    // In an empty event store no batch reports that the end is reached.
    const atEnd = () => this.#feed.betweenBatches(() => this.#afterBatch({ caughtUp: true }));
    // A failure here occurs again with the first batch, and is reported there.
    this.#feed
      .caughtUp()
      .then(atEnd)
      .catch(() => undefined);
  }

  /** Resolves when the handover is done. */
  done(): Promise<void> {
    return this.#done;
  }

  async stop(): Promise<void> {
    this.#end();
    await this.#feed.stop();
  }

  async #afterBatch({ caughtUp }: Pick<Batch, "caughtUp">): Promise<void> {
    const { writers } = this.#feed;
    if (this.#ended || (!caughtUp && writers.length > 0)) return;
    this.#resumeMain ??= await this.#main.pause();
    if (this.#ended) return this.#end();
    if (writers.length > 0 && comparePositions(this.#feed.position, this.#main.position) < 0) return;
    await this.#handOver(writers);
    this.#end();
    this.#resolveDone();
    // Not awaited, because stopping waits for this batch.
    void this.#feed.stop();
  }

  #end(): void {
    this.#ended = true;
    this.#resumeMain?.();
    this.#resumeMain = undefined;
  }
}
