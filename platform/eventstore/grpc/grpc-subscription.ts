import { setImmediate } from "node:timers/promises";
import type { AllStreamResolvedEvent, AllStreamSubscription } from "@eventstore/db-client";
import { ItemQueue } from "../item-queue.ts";
import type { LogItem, LogSubscription } from "../log-client.ts";
import { isPossiblePosition, type Position } from "../position.ts";
import { toRawEvent } from "./recorded-event.ts";

/** With more items in the queue the server's stream is paused. */
const highWaterMark = 2_000;

/**
 * The client's subscription as items in order. The client announces "caught up" and checkpoints while earlier events are still
 * in its buffer; here a marker is delivered after them.
 */
export class GrpcSubscription implements LogSubscription {
  readonly #stream: AllStreamSubscription;
  readonly #queue = new ItemQueue<LogItem>();
  readonly #markers: { after: number; item: LogItem }[] = [];
  #delivered = 0;

  constructor(open: (checkpointReached: (position: Position) => void) => AllStreamSubscription) {
    this.#stream = open((position) => {
      if (isPossiblePosition(position)) this.#mark({ kind: "checkpoint", position });
    });
    this.#stream.on("caughtUp", () => this.#mark({ kind: "caughtUp" }));
    this.#stream.on("data", (resolved) => {
      try {
        this.#deliver(resolved);
      } catch (error) {
        this.#queue.end(error);
      }
    });
    this.#stream.on("error", (error) => this.#queue.end(error));
    this.#stream.on("end", () => this.#queue.end());
    this.#stream.on("close", () => this.#queue.end());
  }

  async take(max: number): Promise<LogItem[] | undefined> {
    if (this.#queue.length === 0) await this.#queue.filled();
    // Items that arrive in the same turn of the event loop belong to the same batch.
    await setImmediate();
    const items = await this.#queue.take(max);
    if (this.#queue.length < highWaterMark / 2 && this.#stream.isPaused()) this.#stream.resume();
    return items;
  }

  async stop(): Promise<void> {
    this.#queue.end();
    // A subscription that never got a connection has nothing to cancel.
    this.#stream.unsubscribe().catch(() => undefined);
    this.#stream.resume();
  }

  #deliver({ event }: AllStreamResolvedEvent): void {
    this.#delivered += 1;
    if (event) this.#queue.push({ kind: "event", event: toRawEvent(event) });
    while (this.#markers[0] && this.#markers[0].after <= this.#delivered) {
      const marker = this.#markers.shift();
      if (marker) this.#queue.push(marker.item);
    }
    if (this.#queue.length >= highWaterMark) this.#stream.pause();
  }

  #mark(item: LogItem): void {
    const after = this.#delivered + this.#stream.readableLength;
    if (after === this.#delivered) this.#queue.push(item);
    else this.#markers.push({ after, item });
  }
}
