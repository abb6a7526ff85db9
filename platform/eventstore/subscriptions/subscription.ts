import type { Logger } from "../../logging/logger.ts";
import { reasonOf } from "../../logging/outage-log.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import type { EventCodec } from "../encryption/codec.ts";
import type {
  Batch,
  Start,
  StoredEvent,
  SubscribeOptions,
  Subscription,
  SubscriptionFilter,
} from "../event-store.ts";
import type { LogClient, LogItem, LogSubscription, RawEvent, RawFilter } from "../log-client.ts";
import { backoffMilliseconds, pause, whenAborted } from "../outages/waiting.ts";
import { comparePositions, laterPosition, type Position } from "../position.ts";
import { logLevelOf } from "../store-errors.ts";

/** The position of an event and its id. */
type EventPosition = Pick<RawEvent, "id" | "position">;

export interface SubscriptionParts {
  client: LogClient;
  codec: EventCodec;
  head: () => Promise<EventPosition | undefined>;
  isAway: () => boolean;
  /** Resolves when the store is available again; at once if there is no outage. */
  back: () => Promise<void>;
  logger: Logger;
  metrics: Metrics | undefined;
}

/**
 * Starts a subscription and renews it whenever it ends without `stop`, with or without an error. It then continues after the
 * last handled position (or after what the function `from` returns), after a pause, and never gives up.
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
  #position: Start = "start";
  /** The id of the event at `#position`, if known. */
  #eventId: string | undefined;
  #current: LogSubscription | undefined;
  #attempt = 0;
  #failedInHandler = false;
  #dropReason: string | undefined;
  #caughtUp = false;
  #whenCaughtUp: (() => void)[] = [];
  #finished: Promise<void> = Promise.resolve();

  constructor(parts: SubscriptionParts, options: SubscribeOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#wanted = wantedBy(options.filter);
    if (typeof options.from !== "function") this.#position = options.from;
  }

  start(): void {
    this.#finished = this.#run();
  }

  position(): Start {
    return this.#position;
  }

  caughtUp(): Promise<void> {
    if (this.#caughtUp) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenCaughtUp.push(resolve);
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#current?.stop();
    await this.#finished;
    this.#parts.metrics?.subscriptionLag.remove({ subscription: this.#options.name });
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
      // An outage of the store is already logged, once for all.
      const isOwnDrop = this.#attempt === 0 && !this.#failedInHandler && !this.#parts.isAway();
      this.#dropReason = isOwnDrop ? reasonOf(failure) : undefined;
      await Promise.race([this.#parts.back(), this.#stopped]);
      this.#attempt += 1;
    }
  }

  /** At the 1st, 2nd, 4th, 8th … failure in a row. */
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
    if (typeof from === "function") {
      this.#position = await from();
      this.#eventId = undefined;
    }
    // Read before subscribing: an idle store sends nothing, and the subscription must still find out that it has caught up.
    const head = await this.#parts.head();
    this.#logDrop();
    if (this.#stopping.signal.aborted) return;
    this.#caughtUp = false;
    const subscription = this.#parts.client.subscribe(this.#position, rawFilter(filter));
    this.#current = subscription;
    try {
      // If there is nothing to deliver, the server may never report "caught up".
      if (isReached(this.#position, head?.position)) await this.#handle([{ kind: "caughtUp" }], head);
      for (;;) {
        const items = await subscription.take(this.#options.batchSize ?? 500);
        if (!items || this.#stopping.signal.aborted) return;
        await this.#handle(items, head);
        this.#attempt = 0;
      }
    } finally {
      this.#current = undefined;
      await subscription.stop();
    }
  }

  async #handle(items: LogItem[], head: EventPosition | undefined): Promise<void> {
    const before = this.#position === "start" ? undefined : this.#position;
    const events: StoredEvent[] = [];
    let position = before;
    let eventId = this.#eventId;
    let caughtUp = this.#caughtUp;
    for (const item of items) {
      if (item.kind === "event") {
        position = item.event.position;
        eventId = item.event.id;
        if (this.#wanted(item.event)) events.push(await this.#parts.codec.decode(item.event));
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
    const moved = position !== undefined && (before === undefined || comparePositions(position, before) > 0);
    if (position && (moved || events.length > 0 || caughtUp !== this.#caughtUp)) {
      // Before the handler is called: it may fail and get the same events many times.
      this.#measureAgeOf(events[0]);
      await this.#giveToHandler({ events, position, eventId, caughtUp });
      this.#position = position;
      this.#eventId = eventId;
    }
    this.#measureAgeOf(caughtUp ? undefined : events.at(-1));
    if (caughtUp && !this.#caughtUp) this.#resolveCaughtUp();
  }

  async #giveToHandler(batch: Batch): Promise<void> {
    this.#failedInHandler = true;
    await this.#options.onBatch(batch);
    this.#failedInHandler = false;
  }

  #measureAgeOf(event: StoredEvent | undefined): void {
    const seconds = event ? Math.max(0, Date.now() - event.createdAt.getTime()) / 1000 : 0;
    this.#parts.metrics?.subscriptionLag.set({ subscription: this.#options.name }, seconds);
  }

  #resolveCaughtUp(): void {
    this.#caughtUp = true;
    const waiting = this.#whenCaughtUp;
    this.#whenCaughtUp = [];
    for (const resolve of waiting) resolve();
  }
}

const isLater = (a: Position, b: Position | undefined) => b === undefined || comparePositions(a, b) > 0;

/** Whether `at` is not before the head; an empty log has no head. */
const isReached = (at: Start | undefined, head: Position | undefined): boolean =>
  head === undefined || (at !== undefined && at !== "start" && comparePositions(at, head) >= 0);

/** The filter is applied exactly here, whatever the server delivers. The store's own events are always left out. */
function wantedBy(filter: SubscriptionFilter | undefined): (event: RawEvent) => boolean {
  const types = filter?.eventTypes && new Set(filter.eventTypes);
  const prefixes = filter?.streamPrefixes;
  return (event) =>
    !isSystemEvent(event) &&
    (types?.has(event.type) ?? true) &&
    (prefixes?.some((prefix) => event.stream.startsWith(prefix)) ?? true);
}

export const isSystemEvent = (event: Pick<RawEvent, "type" | "stream">) =>
  event.type.startsWith("$") || event.stream.startsWith("$");

/** The server can apply only one of the two filters. */
function rawFilter(filter: SubscriptionFilter | undefined): RawFilter | undefined {
  if (filter?.eventTypes) return { on: "eventType", prefixes: filter.eventTypes };
  if (filter?.streamPrefixes) return { on: "streamName", prefixes: filter.streamPrefixes };
  return undefined;
}
