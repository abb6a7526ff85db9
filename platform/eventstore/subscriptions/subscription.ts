import type { Logger } from "../../logging/logger.ts";
import { reasonOf } from "../../logging/outage-log.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import { backoffMilliseconds, pause, whenAborted } from "../../waiting/pause.ts";
import type { LogCalls } from "../calls/log-calls.ts";
import type { Start, StoredEvent, SubscribeOptions, Subscription } from "../event-store.ts";
import type { LogClient, LogItem, RawEvent } from "../log-client.ts";
import { comparePositions, laterPosition, type Position } from "../position.ts";
import { logLevelOf } from "../store-errors.ts";
import { type DecodedItem, decodedItems, passes, serverFilter } from "./decoded-items.ts";

export interface SubscriptionParts {
  log: LogClient;
  calls: LogCalls;
  /** Decodes an event; a forged one gives a `ForgedEventFound` if it is asked for. */
  deliver: (event: RawEvent, withForged?: boolean) => StoredEvent | Promise<StoredEvent> | undefined;
  /** Called when a subscription is lost, and again before its renewal: the event store may be another one. */
  lost: () => void;
  logger: Logger;
  metrics: Metrics | undefined;
}

/**
 * A subscription that is renewed whenever it ends without `stop`, with or without an error. After a pause it
 * continues after the last handled position (or after the result of the function `from`). It never gives up.
 */
export class RunningSubscription implements Subscription {
  readonly #parts: SubscriptionParts;
  readonly #options: SubscribeOptions;
  readonly #stopping = new AbortController();
  readonly #stopped: Promise<void> = whenAborted(this.#stopping.signal);
  readonly #wanted: (event: RawEvent) => boolean;
  #progress: Progress = { position: "start", eventId: undefined, caughtUp: false };
  #current: ReturnType<typeof decodedItems> | undefined;
  #attempt = 0;
  #failedInHandler = false;
  #dropReason: string | undefined;
  readonly #whenCaughtUp: (() => void)[] = [];
  readonly #finished: Promise<void>;

  constructor(parts: SubscriptionParts, options: SubscribeOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#wanted = passes(options.filter);
    if (typeof options.from !== "function") this.#progress = { ...this.#progress, position: options.from };
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
        this.#parts.calls.noteDenial(error);
        failure = error;
      }
      if (signal.aborted) return;
      this.#parts.metrics?.subscriptionDrops.inc({ subscription: this.#options.name });
      if (this.#failedInHandler) this.#logHandlerFailure(failure);
      await pause(backoffMilliseconds(this.#attempt), signal);
      // The outage of the store has a log line already.
      const isOwnDrop = this.#attempt === 0 && !this.#failedInHandler && this.#parts.calls.outage() !== "all";
      this.#dropReason = isOwnDrop ? reasonOf(failure) : undefined;
      await Promise.race([this.#parts.calls.back(), this.#stopped]);
      this.#parts.lost();
      this.#attempt += 1;
    }
  }

  /** Logs the 1st, 2nd, 4th, 8th … failure in a row. */
  #logHandlerFailure(failure: unknown): void {
    const failures = this.#attempt + 1;
    if ((failures & (failures - 1)) !== 0) return;
    const fields = { subscription: this.#options.name, failures, err: failure };
    const message = "A batch of events could not be handled; it is delivered again";
    this.#parts.logger[logLevelOf(failure)](fields, message);
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
    const head = await this.#parts.calls.last();
    this.#logDrop();
    if (this.#stopping.signal.aborted) return;
    const { position } = this.#progress;
    this.#progress = { ...this.#progress, caughtUp: false };
    const subscription = this.#parts.log.subscribe(position, serverFilter(filter));
    // Immediately, and not at the end of the batch in progress.
    subscription.ended.then(() => {
      if (!this.#stopping.signal.aborted) this.#parts.lost();
    });
    const deliver = (event: RawEvent) =>
      this.#wanted(event) ? this.#parts.deliver(event, this.#options.withForged) : undefined;
    const items = decodedItems(subscription, deliver, this.#options.batchSize ?? 500);
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
    const items = batch.map(({ item }) => item);
    const after = progressAfter(before, items, head);
    const { position, eventId, caughtUp } = after;
    const isNews = hasMoved(before.position, position) || events.length > 0 || caughtUp !== before.caughtUp;
    if (position !== "start" && isNews) {
      // Before the handler is called: it may fail and get the same events again.
      this.#measureAgeOf(events[0]);
      this.#failedInHandler = true;
      await this.#options.onBatch({ events, position, eventId, caughtUp });
      this.#failedInHandler = false;
      this.#progress = { ...after, caughtUp: before.caughtUp };
    }
    this.#measureAgeOf(caughtUp ? undefined : events.at(-1));
    if (caughtUp && !before.caughtUp) this.#resolveCaughtUp();
  }

  #measureAgeOf(event: StoredEvent | undefined): void {
    this.#parts.metrics?.handling.set(this.#options.name, event?.createdAt);
  }

  #resolveCaughtUp(): void {
    this.#progress = { ...this.#progress, caughtUp: true };
    for (const resolve of this.#whenCaughtUp.splice(0)) resolve();
  }
}

export type EventPosition = Pick<RawEvent, "id" | "position">;

export interface Progress {
  readonly position: Start;
  /** Of the event at `position`, if known. */
  readonly eventId: string | undefined;
  readonly caughtUp: boolean;
}

/** @param head the end of the event store at the start of the subscription */
export function progressAfter(
  before: Progress,
  items: readonly LogItem[],
  head: EventPosition | undefined,
): Progress {
  let position = before.position === "start" ? undefined : before.position;
  let { eventId, caughtUp } = before;
  for (const item of items) {
    if (item.kind === "event") {
      position = item.event.position;
      eventId = item.event.id;
    } else if (item.kind === "checkpoint") {
      if (isLater(item.position, position)) eventId = undefined;
      position = laterPosition(position, item.position);
    } else {
      caughtUp = true;
      position = laterPosition(position, head?.position);
    }
  }
  caughtUp ||= head !== undefined && isReached(position, head.position);
  if (head && position && comparePositions(position, head.position) === 0) eventId = head.id;
  return { position: position ?? "start", eventId, caughtUp };
}

export const hasMoved = (before: Start, after: Start): boolean =>
  after !== "start" && isLater(after, before === "start" ? undefined : before);

/** An empty event store has no head. */
export const isReached = (at: Start | undefined, head: Position | undefined): boolean =>
  head === undefined || (at !== undefined && at !== "start" && comparePositions(at, head) >= 0);

const isLater = (a: Position, b: Position | undefined) => b === undefined || comparePositions(a, b) > 0;
