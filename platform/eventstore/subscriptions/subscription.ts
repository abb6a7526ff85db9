import type { Logger } from "../../logging/logger.ts";
import { reasonOf } from "../../logging/outage-log.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import { pause, whenAborted } from "../../waiting/pause.ts";
import type { EventCodec } from "../encryption/codec.ts";
import type { Batch, Start, StoredEvent, SubscribeOptions, Subscription } from "../event-store.ts";
import type { LogClient, RawEvent } from "../log-client.ts";
import { backoffMilliseconds } from "../outages/waiting.ts";
import { logLevelOf } from "../store-errors.ts";
import { type DecodedItem, DecodedItems } from "./decoded-items.ts";
import { passes, serverFilter } from "./event-filter.ts";
import { type EventPosition, hasMoved, isReached, type Progress, progressAfter } from "./progress.ts";

export interface SubscriptionParts {
  client: LogClient;
  codec: EventCodec;
  isForged: (event: RawEvent) => boolean;
  head: () => Promise<EventPosition | undefined>;
  isAway: () => boolean;
  /** Resolves when the store is available; immediately without an outage. */
  back: () => Promise<void>;
  /** Called when a subscription is lost, and again before its renewal: the event store may be another one. */
  lost: () => void;
  logger: Logger;
  metrics: Metrics | undefined;
}

/**
 * Starts a subscription and renews it whenever it ends without `stop`, with or without an error. After a
 * pause it continues after the last handled position (or after the result of the function `from`). It never
 * gives up.
 */
export function startSubscription(parts: SubscriptionParts, options: SubscribeOptions): Subscription {
  const running = new RunningSubscription(parts, options);
  running.start();
  return running;
}

class RunningSubscription implements Subscription {
  readonly #parts: SubscriptionParts;
  readonly #options: SubscribeOptions;
  readonly #stopping = new AbortController();
  readonly #stopped: Promise<void> = whenAborted(this.#stopping.signal);
  readonly #wanted: (event: RawEvent) => boolean;
  #progress: Progress = { position: "start", eventId: undefined, caughtUp: false };
  #current: DecodedItems | undefined;
  #attempt = 0;
  #failedInHandler = false;
  #dropReason: string | undefined;
  #whenCaughtUp: (() => void)[] = [];
  #finished: Promise<void> = Promise.resolve();

  constructor(parts: SubscriptionParts, options: SubscribeOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#wanted = passes(options.filter);
    if (typeof options.from !== "function") this.#progress = { ...this.#progress, position: options.from };
  }

  start(): void {
    this.#finished = this.#run();
  }

  position(): Start {
    return this.#progress.position;
  }

  caughtUp(): Promise<void> {
    if (this.#progress.caughtUp) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenCaughtUp.push(resolve);
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#current?.stop();
    await this.#finished;
    this.#parts.metrics?.handling.delete(this.#options.name);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let failure: unknown = new Error("It ended silently");
      try {
        await this.#subscribe();
      } catch (error) {
        failure = error;
      }
      if (signal.aborted) return;
      this.#parts.metrics?.subscriptionDrops.inc({ subscription: this.#options.name });
      if (this.#failedInHandler) this.#logHandlerFailure(failure);
      await pause(backoffMilliseconds(this.#attempt), signal);
      // The outage of the store has a log line already.
      const isOwnDrop = this.#attempt === 0 && !this.#failedInHandler && !this.#parts.isAway();
      this.#dropReason = isOwnDrop ? reasonOf(failure) : undefined;
      await Promise.race([this.#parts.back(), this.#stopped]);
      this.#parts.lost();
      this.#attempt += 1;
    }
  }

  /** Logs the 1st, 2nd, 4th, 8th … failure in a row. */
  #logHandlerFailure(failure: unknown): void {
    const failures = this.#attempt + 1;
    if ((failures & (failures - 1)) !== 0) return;
    const fields = { subscription: this.#options.name, failures, err: failure };
    this.#parts.logger[logLevelOf(failure)](
      fields,
      "A batch of events could not be handled; it is delivered again",
    );
  }

  #logDrop(): void {
    const fields = { subscription: this.#options.name, reason: this.#dropReason };
    if (fields.reason) this.#parts.logger.info(fields, "A subscription was dropped and is renewed");
    this.#dropReason = undefined;
  }

  async #subscribe(): Promise<void> {
    const { from, filter } = this.#options;
    this.#failedInHandler = false;
    if (typeof from === "function")
      this.#progress = { ...this.#progress, position: await from(), eventId: undefined };
    // The head is read before subscribing: an idle store sends nothing, and the subscription must still
    // report that it has caught up.
    const head = await this.#parts.head();
    this.#logDrop();
    if (this.#stopping.signal.aborted) return;
    const { position } = this.#progress;
    this.#progress = { ...this.#progress, caughtUp: false };
    const subscription = this.#parts.client.subscribe(position, serverFilter(filter));
    // Immediately, and not at the end of the batch in progress.
    subscription.ended.then(() => {
      if (!this.#stopping.signal.aborted) this.#parts.lost();
    });
    const items = new DecodedItems(subscription, {
      codec: this.#parts.codec,
      wanted: this.#wanted,
      isForged: this.#parts.isForged,
      withForged: this.#options.withForged ?? false,
      batchSize: this.#options.batchSize ?? 500,
    });
    this.#current = items;
    try {
      // Without an event to deliver, the server may never report "caught up".
      if (isReached(position, head?.position))
        await this.#handle([{ item: { kind: "caughtUp" }, event: undefined }], head);
      for (;;) {
        const batch = await items.take(this.#options.gatherMilliseconds ?? 0);
        if (!batch || this.#stopping.signal.aborted) return;
        await this.#handle(batch, head);
        this.#attempt = 0;
      }
    } finally {
      this.#current = undefined;
      await items.stop();
    }
  }

  async #handle(batch: readonly DecodedItem[], head: EventPosition | undefined): Promise<void> {
    const before = this.#progress;
    const events = batch.flatMap(({ event }) => event ?? []);
    const after = progressAfter(
      before,
      batch.map(({ item }) => item),
      head,
    );
    const { position, eventId, caughtUp } = after;
    const isNews = hasMoved(before.position, position) || events.length > 0 || caughtUp !== before.caughtUp;
    if (position !== "start" && isNews) {
      // Before the handler is called: it may fail and get the same events again.
      this.#measureAgeOf(events[0]);
      await this.#giveToHandler({ events, position, eventId, caughtUp });
      this.#progress = { ...after, caughtUp: before.caughtUp };
    }
    this.#measureAgeOf(caughtUp ? undefined : events.at(-1));
    if (caughtUp && !before.caughtUp) this.#resolveCaughtUp();
  }

  async #giveToHandler(batch: Batch): Promise<void> {
    this.#failedInHandler = true;
    await this.#options.onBatch(batch);
    this.#failedInHandler = false;
  }

  #measureAgeOf(event: StoredEvent | undefined): void {
    this.#parts.metrics?.handling.set(this.#options.name, event?.createdAt);
  }

  #resolveCaughtUp(): void {
    this.#progress = { ...this.#progress, caughtUp: true };
    const waiting = this.#whenCaughtUp;
    this.#whenCaughtUp = [];
    for (const resolve of waiting) resolve();
  }
}
