import { type ForgedEventFound, forgedEventPlace } from "@ornament/contracts/events/authenticity";
import { liveGenerations, stoppedText } from "@ornament/contracts/read-models/projection-status";
import type { Batch, Position, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { findErased } from "../erasures/erased-persons.ts";
import type { ProjectorParts } from "../parts.ts";
import type { Projection } from "../projection.ts";
import { catchUp } from "./catch-up.ts";
import { Follower } from "./follower.ts";
import type { GenerationWriter } from "./generations/generation-writer.ts";
import {
  addGeneration,
  dropGeneration,
  endFormerStates,
  startGenerations,
} from "./generations/open-generation.ts";
import { ended, GenerationRegistry, StateInvalidated } from "./generations/registry.ts";
import { forgedEvents } from "./measures.ts";

/** One run of the active projector, until its stored state is invalidated. */
export class ProjectionRun {
  readonly #parts: ProjectorParts;
  readonly #registry: GenerationRegistry;
  readonly #follower: Follower;
  readonly #stopping = new AbortController();
  readonly #invalidated: Promise<StateInvalidated>;
  #invalidate: (reason: StateInvalidated) => void = () => undefined;
  /** The live generations that have stopped before an event that they can't fold. */
  #stopped: readonly GenerationWriter[] = [];
  readonly #fillings = new Set<Promise<void>>();

  private constructor(parts: ProjectorParts, writers: readonly GenerationWriter[]) {
    this.#parts = parts;
    this.#registry = new GenerationRegistry(parts.db, parts.now);
    this.#invalidated = new Promise((resolve) => {
      this.#invalidate = resolve;
    });
    const furthest = writers.reduce((one, other) => (one.isBefore(other.position) ? other : one));
    const ahead = writers.filter((writer) => !writer.isBefore(furthest.position));
    this.#follower = new Follower(ahead, furthest.place, {
      ...parts,
      registry: this.#registry,
      onInvalidated: (reason) => this.#invalidate(reason),
      onStopped: (stopped) => this.#keepStopped(stopped),
      onForged: (event) => this.#reportForged(event),
      onErasure: (erasedAt, batch) => this.#forgetErased(erasedAt, batch),
    });
    this.#follower.start();
    this.#fill(
      writers.filter((writer) => !ahead.includes(writer)),
      async () => undefined,
    );
  }

  /**
   * Continues from the stored state: drops interrupted builds, adds missing generations, and follows the log.
   * `hasSearched`: the run before has searched its positions for the whole time, and they are not in the
   * event store. `isActive`: this projector has the lease, so that builds of other runs are interrupted ones.
   */
  static async start(
    parts: ProjectorParts,
    given: { signal?: AbortSignal; hasSearched?: boolean; isActive?: boolean } = {},
  ): Promise<ProjectionRun> {
    const { signal, hasSearched = false, isActive = true } = given;
    const search = { patienceMilliseconds: hasSearched ? 0 : parts.patienceMilliseconds, signal };
    const run = new ProjectionRun(parts, await startGenerations(parts, search, isActive));
    await run.#showCounts();
    return run;
  }

  /** Resolves when the live generations have reached the end of the event store, as it was at the call, or stopped. */
  async caughtUp(): Promise<void> {
    await this.#follower.caughtUp();
    while (this.#fillings.size > 0) await Promise.all(this.#fillings);
  }

  /** Resolves when the state in memory must not be used any more. */
  invalidated(): Promise<StateInvalidated> {
    return this.#invalidated;
  }

  get settled(): boolean {
    return this.#fillings.size === 0 && this.#follower.writers.every(({ ready }) => ready);
  }

  /** Registers empty generations. The caller fills them with `catchUp`, and drops them with `drop`. */
  async add(projections: readonly Projection[]): Promise<GenerationWriter[]> {
    for (const old of await this.#registry.all())
      if (old.state === "building") await dropGeneration(this.#parts, old);
    const head = await this.#parts.store.head();
    const writers: GenerationWriter[] = [];
    for (const projection of projections)
      writers.push(await addGeneration(this.#parts, projection, "building", head));
    return writers;
  }

  /** Brings generations to the position of the live ones, and runs the work there while those wait. */
  async catchUp<T>(
    writers: readonly GenerationWriter[],
    work: (live: readonly GenerationWriter[], erasedAt: bigint) => Promise<T>,
    onProgress?: () => Promise<void>,
  ): Promise<T> {
    try {
      return await catchUp(writers, {
        store: this.#parts.store,
        registry: this.#registry,
        follower: this.#follower,
        signal: this.#stopping.signal,
        onProgress,
        work: (erasedAt) => work(this.#follower.writers, erasedAt),
      });
    } catch (error) {
      if (error instanceof StateInvalidated) this.#invalidate(error);
      throw error;
    }
  }

  /** Makes filled generations the live ones, unless they have stopped. Call it in `catchUp`. Returns them. */
  async switchTo(writers: readonly GenerationWriter[]): Promise<readonly GenerationWriter[]> {
    const whole = writers.filter(({ stopped }) => !stopped);
    for (const { generation } of whole) await this.#registry.promote(generation);
    this.#follower.follow(whole);
    const names = whole.map(({ generation }) => generation.name);
    this.#stopped = this.#stopped.filter(({ generation }) => !names.includes(generation.name));
    await this.#showCounts();
    return whole;
  }

  async drop(writers: readonly GenerationWriter[]): Promise<void> {
    for (const { generation } of writers) await dropGeneration(this.#parts, generation);
  }

  /** Drops the generations that retired 15 minutes ago, and shows the metrics of the live ones. */
  async tidy(): Promise<void> {
    for (const old of ended(await this.#registry.all(), this.#parts.now()))
      await dropGeneration(this.#parts, old);
    await this.#showCounts();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    // A counter never falls.
    const { mailsSent: _sent, mailsFailed: _failed, ...gauges } = this.#parts.metrics ?? {};
    for (const gauge of Object.values(gauges)) gauge.reset();
    await this.#follower.stop();
    await Promise.all(this.#fillings);
  }

  /** Brings live generations that are behind to the others, which then go on together. */
  #fill(behind: readonly GenerationWriter[], before: () => Promise<void>): void {
    const filling = async () => {
      try {
        await before();
        if (behind.length > 0) await this.catchUp(behind, (_live, erasedAt) => this.#join(behind, erasedAt));
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        const reason = "The read models could not be filled";
        this.#invalidate(error instanceof StateInvalidated ? error : new StateInvalidated(reason, error));
      }
    };
    const filled: Promise<void> = filling().finally(() => this.#fillings.delete(filled));
    this.#fillings.add(filled);
  }

  async #join(writers: readonly GenerationWriter[], erasedAt: bigint): Promise<void> {
    this.#follower.follow(writers.filter(({ stopped }) => !stopped));
    const stopped = writers.filter((writer) => writer.stopped);
    const old = stopped.filter((writer) => mayHaveErased(writer, erasedAt));
    await this.#keepStopped(stopped.filter((writer) => !old.includes(writer)));
    await this.#refill(old, this.#follower.place.position);
  }

  async #forgetErased(erasedAt: bigint, { position }: Batch): Promise<void> {
    await endFormerStates(this.#parts.db);
    // No event is folded into a generation that was replaced.
    for (const old of await this.#registry.all())
      if (old.state === "retired") await dropGeneration(this.#parts, old);
    await this.#refill(
      this.#stopped.filter((writer) => mayHaveErased(writer, erasedAt)),
      position,
    );
  }

  /** Replaces read models that have stopped before a deletion by empty ones, filled up to the same event. */
  async #refill(old: readonly GenerationWriter[], target: Position): Promise<void> {
    if (old.length === 0) return;
    const fresh: GenerationWriter[] = [];
    for (const { projection } of old)
      fresh.push(await addGeneration(this.#parts, projection, "live", target));
    await this.drop(old);
    this.#stopped = this.#stopped.filter((writer) => !old.includes(writer));
    const { store, erased } = this.#parts;
    this.#fill(fresh, () => findErased(store, erased, this.#stopping.signal));
  }

  #reportForged({ id, data, position }: StoredEvent<ForgedEventFound>): void {
    this.#parts.logger.warn(
      { event: id },
      `An event was not written by this product and is ignored: ${forgedEventPlace(data)}, position ${position.commit}`,
    );
    this.#showCounts().catch((error: unknown) =>
      this.#parts.logger.debug({ err: error }, "The forged events could not be counted"),
    );
  }

  async #keepStopped(writers: readonly GenerationWriter[]): Promise<void> {
    this.#stopped = [...this.#stopped, ...writers];
    for (const { generation, stopped, ready } of writers) {
      this.#parts.logger.error(
        { projection: generation.name, generation: generation._id },
        `The read model ${generation.name} stops until a build can fold the event: ${stopped && stoppedText(stopped)}`,
      );
      // Nothing more comes, so it can be read up to here.
      if (!ready) await this.#registry.promote(generation);
    }
    await this.#showCounts();
  }

  async #showCounts(): Promise<void> {
    const { metrics } = this.#parts;
    const generations = await this.#registry.all();
    metrics?.stopped.reset();
    for (const { name, stopped } of liveGenerations(generations).values())
      if (stopped) metrics?.stopped.set({ projection: name, event: stopped.event }, Number(stopped.commit));
    metrics?.forgedEvents.set((await forgedEvents(this.#parts.db, generations)).count);
  }
}

/** Whether a generation may have the data of a person: it was begun before the deletion, and hasn't folded it. */
const mayHaveErased = ({ generation, position }: GenerationWriter, erasedAt: bigint) =>
  generation.target < erasedAt && position.commit < erasedAt;
