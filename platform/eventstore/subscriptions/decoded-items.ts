import { forgedEventFoundAt } from "../authenticity/forged-event-found.ts";
import type { EventCodec } from "../encryption/codec.ts";
import type { StoredEvent } from "../event-store.ts";
import { ItemQueue } from "../item-queue.ts";
import type { LogItem, LogSubscription, RawEvent } from "../log-client.ts";

/** An item of a subscription. `event` is the decoded event, if the subscriber wants it. */
export interface DecodedItem {
  readonly item: LogItem;
  readonly event: StoredEvent | undefined;
}

/**
 * The items of a subscription in batches. The next batch is decoded while the caller handles the last one.
 */
export class DecodedItems {
  readonly #source: LogSubscription;
  readonly #codec: EventCodec;
  readonly #wanted: (event: RawEvent) => boolean;
  readonly #isForged: (event: RawEvent) => boolean;
  readonly #withForged: boolean;
  readonly #batchSize: number;
  readonly #queue = new ItemQueue<DecodedItem>();
  readonly #stopping = new AbortController();
  readonly #decoded: Promise<void>;
  #takenAt = Number.NEGATIVE_INFINITY;

  constructor(
    source: LogSubscription,
    options: {
      codec: EventCodec;
      wanted: (event: RawEvent) => boolean;
      isForged: (event: RawEvent) => boolean;
      withForged: boolean;
      batchSize: number;
    },
  ) {
    this.#source = source;
    this.#codec = options.codec;
    this.#wanted = options.wanted;
    this.#isForged = options.isForged;
    this.#withForged = options.withForged;
    this.#batchSize = options.batchSize;
    this.#decoded = this.#decodeAll().then(
      () => this.#queue.end(),
      (error: unknown) => this.#queue.end(error),
    );
  }

  /**
   * The next batch; `undefined` at the end. Items that arrive within `gatherMilliseconds` of the last batch
   * wait until that time is over or the batch is full.
   */
  async take(gatherMilliseconds: number): Promise<DecodedItem[] | undefined> {
    await this.#queue.filled();
    const early = this.#takenAt + gatherMilliseconds - performance.now();
    if (early > 0) await this.#queue.filledWithin(early, this.#batchSize);
    this.#takenAt = performance.now();
    return this.#queue.take(this.#batchSize);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#queue.end();
    await this.#source.stop();
    await this.#decoded;
  }

  async #decodeAll(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const items = await this.#source.take(this.#batchSize);
      if (!items) return;
      const decoded: DecodedItem[] = [];
      for (const item of items) {
        const decoding = this.#eventOf(item);
        // An await takes time even if its promise is settled.
        decoded.push({ item, event: decoding instanceof Promise ? await decoding : decoding });
      }
      this.#queue.push(...decoded);
      await this.#queue.below(this.#batchSize);
    }
  }

  #eventOf(item: LogItem): StoredEvent | Promise<StoredEvent> | undefined {
    if (item.kind !== "event" || !this.#wanted(item.event)) return undefined;
    if (!this.#isForged(item.event)) return this.#codec.decode(item.event);
    return this.#withForged ? forgedEventFoundAt(item.event) : undefined;
  }
}
