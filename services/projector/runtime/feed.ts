import type {
  Batch,
  EventStore,
  Position,
  Start,
  Subscription,
} from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { isProjected } from "../projections/projection.ts";
import { beforeAll, type Generations } from "./generations.ts";
import { lostPlaces } from "./lost-places.ts";
import type { Member } from "./member.ts";
import { Mutex } from "./mutex.ts";
import { LogReplaced, StartOver } from "./start-over.ts";

export interface FeedParts {
  readonly store: EventStore;
  readonly generations: Generations;
  /** Called once when what is in memory counts no more. */
  readonly onStartOver: (reason: StartOver) => void;
  readonly batchSize?: number | undefined;
  /** How long a place beyond the log's end is looked for; 10 s unless given. */
  readonly patienceMilliseconds?: number | undefined;
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
  readonly #stopping = new AbortController();
  /** Where the subscription was last taken up. */
  #from: Start = "start";
  #stopped = false;

  constructor(name: string, members: readonly Member[], parts: FeedParts) {
    this.#name = name;
    this.#members = members;
    this.#parts = parts;
  }

  start(): void {
    this.#subscription = this.#parts.store.subscribeToAll({
      name: this.#name,
      from: () => this.#takeUp(),
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

  /** Resolves once the log's end, as it was at the latest start, is reached, also where no event ever comes. */
  async caughtUp(): Promise<void> {
    await this.#subscription?.caughtUp();
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
    this.#stopping.abort();
    await this.#subscription?.stop();
  }

  /** After a drop, the log behind the connection may be another one. */
  async #takeUp(): Promise<Start> {
    const places = this.#members.map(({ place }) => place);
    const { signal } = this.#stopping;
    const lost = await lostPlaces(this.#parts.store, places, { ...this.#parts, signal });
    if (lost.size > 0 && !this.#stopped) {
      this.#stopped = true;
      this.#parts.onStartOver(new LogReplaced());
      return "start";
    }
    this.#from = startOf(this.#members);
    return this.#from;
  }

  /** What is given lies after the place asked for, unless that is no place in this log. */
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

  async #take({ events, position, eventId }: Batch): Promise<void> {
    const { generations } = this.#parts;
    const behind = this.#members.filter((member) => member.isBefore(position));
    if (behind.length === 0) return;
    const known = events.filter(isProjected);
    const advances = await allOf(
      behind.map(async (member) => ({ member, advance: await member.take(known, { position, eventId }) })),
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
