import type { Batch, EventStore, Position, Subscription } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { isProjected } from "../projections/projection.ts";
import { beforeAll, type Generations } from "./generations.ts";
import type { Member } from "./member.ts";
import { Mutex } from "./mutex.ts";
import { StartOver } from "./start-over.ts";

export interface FeedParts {
  readonly store: EventStore;
  readonly generations: Generations;
  /** Called once when what is in memory counts no more. */
  readonly onStartOver: (reason: StartOver) => void;
  readonly batchSize?: number | undefined;
  /** Called after each batch, before the next. */
  readonly afterBatch?: ((batch: Batch) => Promise<void>) | undefined;
}

/**
 * One read of the log for all generations that stand at the same place, or ahead of it (design §6). What a generation has
 * seen it is not given again. The subscription comes back by itself after a drop, from where the last one stands.
 */
export class Feed {
  readonly #name: string;
  readonly #parts: FeedParts;
  readonly #turns = new Mutex();
  #members: readonly Member[];
  #subscription: Subscription | undefined;
  #stopped = false;

  constructor(name: string, members: readonly Member[], parts: FeedParts) {
    this.#name = name;
    this.#members = members;
    this.#parts = parts;
  }

  start(): void {
    this.#subscription = this.#parts.store.subscribeToAll({
      name: this.#name,
      from: async () => startOf(this.#members),
      onBatch: (batch) => this.#turns.run(() => this.#onBatch(batch)),
      batchSize: this.#parts.batchSize ?? 1_000,
    });
  }

  get members(): readonly Member[] {
    return this.#members;
  }

  /** The furthest place that one of its members has reached. */
  get position(): Position {
    return this.#members.map(({ position }) => position).reduce(later, beforeAll);
  }

  /** Does the work between two batches. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.run(work);
  }

  /** Takes in no batch until the returned function is called. */
  pause(): Promise<() => void> {
    return this.#turns.hold();
  }

  /** To be called between two batches. */
  add(members: readonly Member[]): void {
    this.#members = [...this.#members, ...members];
  }

  remove(unwanted: (member: Member) => boolean): void {
    this.#members = this.#members.filter((member) => !unwanted(member));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#subscription?.stop();
  }

  async #onBatch(batch: Batch): Promise<void> {
    if (this.#stopped) return;
    try {
      await this.#take(batch);
      await this.#parts.afterBatch?.(batch);
    } catch (error) {
      if (error instanceof StartOver) {
        this.#stopped = true;
        this.#parts.onStartOver(error);
      }
      throw error;
    }
  }

  async #take({ events, position }: Batch): Promise<void> {
    const { generations } = this.#parts;
    const behind = this.#members.filter((member) => member.isBefore(position));
    if (behind.length === 0) return;
    const known = events.filter(isProjected);
    const advances = await allOf(
      behind.map(async (member) => ({ member, advance: await member.take(known, position) })),
    );
    await generations.advance(advances.map(({ advance }) => advance));
    try {
      for (const { member, advance } of advances) {
        const { becameReady } = await member.arrived(advance);
        if (becameReady && member.generation.state === "live") await generations.promote(member.generation);
      }
    } catch (error) {
      // The checkpoints have moved, so that this batch does not come again: a start over takes up what was left out.
      throw new StartOver("What follows a checkpoint could not be done", error);
    }
  }
}

/** As `Promise.all`, but a failure is told only when all have finished, so that nothing writes any more. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

const later = (a: Position, b: Position) => (comparePositions(a, b) >= 0 ? a : b);
const earlier = (a: Position, b: Position) => (comparePositions(a, b) <= 0 ? a : b);

function startOf(members: readonly Member[]): Position | "start" {
  const [first, ...rest] = members.map(({ position }) => position);
  const lowest = first ? rest.reduce(earlier, first) : beforeAll;
  return lowest.commit < 0n ? "start" : lowest;
}
