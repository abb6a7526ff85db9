import type { ForgedEventFound } from "@ornament/contracts/events/authenticity";
import { definitionOf } from "@ornament/contracts/events/catalogue";
import { isForgedEventFound } from "@ornament/platform/eventstore/authenticity/forged-event-found";
import type {
  Batch,
  EventStore,
  Position,
  Start,
  StoredEvent,
  Subscription,
} from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { Mutex } from "async-mutex";
import { isProjected } from "../../projections/projection.ts";
import type { GenerationWriter } from "../generations/generation-writer.ts";
import { lostGenerations } from "../generations/lost-positions.ts";
import { beforeFirstEvent, type GenerationRegistry } from "../generations/registry.ts";
import { LogReplaced, StateInvalidated } from "../generations/state-invalidated.ts";

export interface LogFeedOptions {
  readonly store: EventStore;
  readonly registry: GenerationRegistry;
  /** Called once, when the state in memory must not be used any more. */
  readonly onInvalidated: (reason: StateInvalidated) => void;
  /** Called for each writer that was removed because it stopped before an unreadable event. */
  readonly onUnreadable: (writer: GenerationWriter) => void;
  /** Called for each forged event after the documents have it; again if the batch is delivered again. */
  readonly onForged?: ((event: StoredEvent<ForgedEventFound>) => void) | undefined;
  readonly batchSize?: number | undefined;
  /** The time for which a position beyond the end of the event store is searched; 10 s by default. */
  readonly patienceMilliseconds?: number | undefined;
  /** Called after each batch, before the next one. */
  readonly afterBatch?: ((batch: Batch) => Promise<void>) | undefined;
}

/** Each batch costs several calls to the document store. See docs/decisions/0008-read-model-generations.md */
const gatherMilliseconds = 20;

/**
 * One subscription to the event store for several generations. It starts at the lowest of their positions,
 * and each generation gets only the events after its position. A dropped subscription starts again from the
 * checkpoints.
 */
export class LogFeed {
  readonly #name: string;
  readonly #options: LogFeedOptions;
  readonly #mutex = new Mutex();
  #writers: readonly GenerationWriter[];
  #subscription: Subscription | undefined;
  readonly #stopping = new AbortController();
  /** The start of the latest subscription. */
  #from: Start = "start";
  #stopped = false;

  constructor(name: string, writers: readonly GenerationWriter[], options: LogFeedOptions) {
    this.#name = name;
    this.#writers = writers;
    this.#options = options;
  }

  start(): void {
    this.#subscription = this.#options.store.subscribeToAll({
      name: this.#name,
      from: () => this.#startPosition(),
      onBatch: (batch) => this.#mutex.runExclusive(() => this.#onBatch(batch)),
      batchSize: this.#options.batchSize ?? 2_000,
      gatherMilliseconds,
      withForged: true,
    });
  }

  get writers(): readonly GenerationWriter[] {
    return this.#writers;
  }

  /** The highest position of its writers. */
  get position(): Position {
    return this.#writers.map(({ position }) => position).reduce(later, beforeFirstEvent);
  }

  /**
   * Resolves when the end of the event store at the latest start is reached, also in an empty event store.
   */
  async caughtUp(): Promise<void> {
    await this.#subscription?.caughtUp();
  }

  /** Runs the work between two batches. */
  betweenBatches<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.runExclusive(work);
  }

  /** Accepts no batch until the returned function is called. */
  pause(): Promise<() => void> {
    return this.#mutex.acquire();
  }

  /** Call it between two batches. */
  add(writers: readonly GenerationWriter[]): void {
    this.#writers = [...this.#writers, ...writers];
  }

  /** Call it between two batches. */
  remove(unwanted: (writer: GenerationWriter) => boolean): void {
    this.#writers = this.#writers.filter((writer) => !unwanted(writer));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopping.abort();
    await this.#subscription?.stop();
  }

  /** Checks the stored positions, because the event store may have been replaced after a lost connection. */
  async #startPosition(): Promise<Start> {
    const places = this.#writers.map(({ place, generation }) => ({ ...place, generation }));
    const { patienceMilliseconds } = this.#options;
    const search = { patienceMilliseconds, signal: this.#stopping.signal };
    const lost = await lostGenerations(this.#options, places, search);
    if (lost.size > 0 && !this.#stopped) {
      this.#stopped = true;
      this.#options.onInvalidated(new LogReplaced());
      return "start";
    }
    this.#from = lowestPosition(this.#writers);
    return this.#from;
  }

  /** A server sends events from before the start position only if that position is not in its log. */
  #expectAfterStart({ events: [first], position }: Batch): void {
    const from = this.#from;
    if (from === "start") return;
    const isEarlier = first
      ? comparePositions(first.position, from) <= 0
      : comparePositions(position, from) < 0;
    if (isEarlier) throw new LogReplaced();
  }

  async #onBatch(batch: Batch): Promise<void> {
    if (this.#stopped) return;
    try {
      this.#expectAfterStart(batch);
      await this.#project(batch);
      for (const event of batch.events) if (isForgedEventFound(event)) this.#options.onForged?.(event);
      await this.#options.afterBatch?.(batch);
    } catch (error) {
      this.#reportInvalidated(error);
      throw error;
    }
  }

  #reportInvalidated(error: unknown): void {
    if (!(error instanceof StateInvalidated) || this.#stopped) return;
    this.#stopped = true;
    this.#options.onInvalidated(error);
  }

  /** Writers that stop at an event still get the events before it. */
  async #project({ events, ...end }: Events): Promise<void> {
    const index = events.findIndex((event) => this.#writers.some((writer) => writer.stopsAt(event)));
    const stop = events[index];
    if (!stop) return this.#write({ events, ...end });
    const before = events.slice(0, index);
    const last = before.at(-1);
    if (last) await this.#write({ events: before, position: last.position, eventId: last.id });
    const stopped = this.#writers.filter((writer) => writer.stopsAt(stop));
    this.remove((writer) => stopped.includes(writer));
    for (const writer of stopped) {
      writer.stop(stop);
      this.#options.onUnreadable(writer);
    }
    return this.#project({ events: events.slice(index), ...end });
  }

  async #write({ events, ...end }: Events): Promise<void> {
    const projected = events.filter(isProjected);
    const behind = this.#writers.filter((writer) => writer.isBefore(end.position));
    if (behind.length === 0) return;
    const moves = await allSettledOrThrow(
      behind.map(async (writer) => ({ writer, move: await writer.apply(projected, end) })),
    );
    const { registry } = this.#options;
    const erases = projected.some(erasesPerson);
    await registry.moveCheckpoints(
      moves.map(({ move }) => move),
      { erases },
    );
    try {
      for (const { writer, move } of moves) {
        const { becameReady } = await writer.checkpointStored(move);
        if (becameReady && writer.generation.state === "live") await registry.promote(writer.generation);
      }
    } catch (error) {
      // The checkpoints have moved, so this batch is not delivered again. The next run does the missing work.
      throw new StateInvalidated("The work after a stored checkpoint failed", error);
    }
  }
}

/** Whether read models have none of a person's data any more when they have folded the event. */
export const erasesPerson = ({ type }: Pick<StoredEvent, "type">): boolean =>
  definitionOf(type)?.erases === true;

/** Events with the position after them. */
type Events = Pick<Batch, "events" | "position" | "eventId">;

/** Like `Promise.all`, but rejects only when all have ended, so that nothing is written after it. */
async function allSettledOrThrow<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

const later = (a: Position, b: Position) => (comparePositions(a, b) >= 0 ? a : b);
const earlier = (a: Position, b: Position) => (comparePositions(a, b) <= 0 ? a : b);

function lowestPosition(writers: readonly GenerationWriter[]): Position | "start" {
  const [first, ...rest] = writers.map(({ position }) => position);
  const lowest = first ? rest.reduce(earlier, first) : beforeFirstEvent;
  return lowest.commit < 0n ? "start" : lowest;
}
