import type { ForgedEventFound } from "@ornament/contracts/events/authenticity";
import { isForgedEventFound } from "@ornament/platform/eventstore/authenticity/forged-event-found";
import type { StoredPosition } from "@ornament/platform/eventstore/checkpoints/position-check";
import type {
  Batch,
  EventStore,
  Start,
  StoredEvent,
  Subscription,
} from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { Mutex } from "async-mutex";
import {
  afterCheckpoint,
  type GenerationWriter,
  lastErasure,
  project,
} from "./generations/generation-writer.ts";
import { lostGenerations } from "./generations/lost-positions.ts";
import { type GenerationRegistry, LogReplaced, StateInvalidated } from "./generations/registry.ts";

export interface FollowerOptions {
  readonly store: EventStore;
  readonly registry: GenerationRegistry;
  /** Called once, when the state in memory must not be used any more. */
  readonly onInvalidated: (reason: StateInvalidated) => void;
  /** Called for writers that have stopped before an event that they can't fold. They are not followed any more. */
  readonly onStopped: (writers: readonly GenerationWriter[]) => Promise<void>;
  /** Called before events are folded of which the one at `erasedAt` erases a person, and again after a stop in them. */
  readonly onErasure: (erasedAt: bigint, batch: Batch) => Promise<void>;
  /** Called for each forged event after the documents have it; again if the batch is delivered again. */
  readonly onForged: (event: StoredEvent<ForgedEventFound>) => void;
  readonly batchSize?: number | undefined;
  readonly patienceMilliseconds?: number | undefined;
}

/** Each batch costs several calls to the document store. See docs/decisions/0008-read-model-generations.md */
const gatherMilliseconds = 20;

/** Folds the events of the log into the live generations, which all have the same position, as they are written. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #mutex = new Mutex();
  readonly #stopping = new AbortController();
  #writers: readonly GenerationWriter[];
  #place: StoredPosition;
  #subscription: Subscription | undefined;
  #stopped = false;

  /** @param writers generations with the position `place` */
  constructor(writers: readonly GenerationWriter[], place: StoredPosition, options: FollowerOptions) {
    this.#writers = writers;
    this.#place = place;
    this.#options = options;
  }

  get place(): StoredPosition {
    return this.#place;
  }

  get writers(): readonly GenerationWriter[] {
    return this.#writers;
  }

  start(): void {
    this.#subscription = this.#options.store.subscribeToAll({
      name: "projections",
      from: () => this.#startPosition(),
      onBatch: (batch) => this.#mutex.runExclusive(() => this.#onBatch(batch)),
      batchSize: this.#options.batchSize ?? 2_000,
      gatherMilliseconds,
      withForged: true,
    });
  }

  /** Resolves when the end of the event store at the latest start is reached, also in an empty event store. */
  async caughtUp(): Promise<void> {
    await this.#subscription?.caughtUp();
  }

  betweenBatches<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.runExclusive(work);
  }

  /** Follows these generations in place of others of their names. Call it between two batches. */
  follow(writers: readonly GenerationWriter[]): void {
    const names = new Set(writers.map(({ generation }) => generation.name));
    const others = this.#writers.filter(({ generation }) => !names.has(generation.name));
    this.#writers = [...others, ...writers];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopping.abort();
    await this.#subscription?.stop();
  }

  /** Checks the position, because the event store may have been replaced after a lost connection. */
  async #startPosition(): Promise<Start> {
    const places = this.#writers.map(({ generation }) => ({ ...this.#place, generation }));
    const { patienceMilliseconds } = this.#options;
    const search = { patienceMilliseconds, signal: this.#stopping.signal };
    const lost = await lostGenerations(this.#options, places, search);
    if (lost.size > 0) this.#invalidate(new LogReplaced());
    return this.#place.position.commit < 0n ? "start" : this.#place.position;
  }

  async #onBatch(batch: Batch): Promise<void> {
    if (this.#stopped) return;
    try {
      this.#expectAfterPlace(batch);
      const { onErasure, onStopped, onForged, registry } = this.#options;
      const erasedAt = lastErasure(batch.events);
      if (erasedAt >= 0n) await onErasure(erasedAt, batch);
      await project(this.#writers, batch, registry);
      this.#place = { position: batch.position, eventId: batch.eventId };
      const stopped = this.#writers.filter((writer) => writer.stopped);
      this.#writers = this.#writers.filter((writer) => !writer.stopped);
      if (stopped.length > 0) await afterCheckpoint(() => onStopped(stopped));
      if (stopped.length > 0 && erasedAt >= 0n) await afterCheckpoint(() => onErasure(erasedAt, batch));
      for (const event of batch.events) if (isForgedEventFound(event)) onForged(event);
    } catch (error) {
      if (error instanceof StateInvalidated) this.#invalidate(error);
      throw error;
    }
  }

  /** A server sends events from before the start position only if that position is not in its log. */
  #expectAfterPlace({ events: [first], position }: Batch): void {
    const { position: at } = this.#place;
    const isEarlier = first ? comparePositions(first.position, at) <= 0 : comparePositions(position, at) < 0;
    if (isEarlier) throw new LogReplaced();
  }

  #invalidate(reason: StateInvalidated): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#options.onInvalidated(reason);
  }
}
