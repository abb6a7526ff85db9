import { liveGenerations } from "@ornament/contracts/read-models/projection-status";
import type { EventStore, Position, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { Mutex } from "async-mutex";
import type { Projection } from "../projections/projection.ts";
import { CatchUp } from "./feeds/catch-up.ts";
import { erasesPerson, LogFeed, type LogFeedOptions } from "./feeds/log-feed.ts";
import { showDeadLetters } from "./generations/dead-letters.ts";
import { endFormerStates } from "./generations/end-former-states.ts";
import { placeInWords, showForgedEvents } from "./generations/forged-events.ts";
import type { GenerationWriter } from "./generations/generation-writer.ts";
import { generationsOfAnotherLog } from "./generations/lost-positions.ts";
import {
  addGeneration,
  continueGeneration,
  dropGeneration,
  type GenerationOptions,
} from "./generations/open-generation.ts";
import { droppable, type GenerationRegistry, generationRegistry } from "./generations/registry.ts";
import type { StateInvalidated } from "./generations/state-invalidated.ts";

export interface ProjectionRunOptions extends GenerationOptions {
  readonly store: EventStore;
  readonly batchSize?: number | undefined;
  /** The time for which a stored position beyond the end of the event store is searched; 10 s by default. */
  readonly patienceMilliseconds?: number | undefined;
  /** The time of day in UTC, `HH:MM`, of a nightly `verify`; without it there is none. */
  readonly verifyAt?: string | undefined;
}

interface StartOptions {
  readonly signal?: AbortSignal;
  readonly hasSearched?: boolean;
  readonly isActive?: boolean;
}

type HandOver = (writers: readonly GenerationWriter[]) => Promise<void>;

/** One run of the active projector, until its stored state is invalidated. */
export class ProjectionRun {
  readonly #options: ProjectionRunOptions;
  readonly #registry: GenerationRegistry;
  /** A generation that is being added is in no feed yet. `tidy` must not drop it as an interrupted build. */
  readonly #adding = new Mutex();
  readonly #main: LogFeed;
  readonly #catchUps = new Set<CatchUp>();
  readonly #feedOptions: LogFeedOptions;
  readonly #stopped = new Map<string, string>();
  readonly #invalidated: Promise<StateInvalidated>;

  private constructor(options: ProjectionRunOptions, writers: readonly GenerationWriter[]) {
    this.#options = options;
    this.#registry = generationRegistry(options.db, options.now);
    let invalidate: (reason: StateInvalidated) => void = () => undefined;
    this.#invalidated = new Promise((resolve) => {
      invalidate = resolve;
    });
    const { store, batchSize, patienceMilliseconds } = options;
    this.#feedOptions = {
      store,
      batchSize,
      patienceMilliseconds,
      registry: this.#registry,
      onInvalidated: invalidate,
      onUnreadable: (writer) => this.#reportStopped(writer),
    };
    const [ahead = [], ...behind] = byPosition(writers);
    this.#main = new LogFeed("projections", ahead, {
      ...this.#feedOptions,
      onForged: (event) => this.#reportForged(event),
      afterBatch: async ({ events }) => {
        if (!events.some(erasesPerson)) return;
        await endFormerStates(options.db);
        // No event is folded into a generation that was replaced.
        for (const old of await this.#registry.all())
          if (old.state === "retired") await dropGeneration(options, old);
      },
    });
    for (const late of behind)
      this.#catchUps.add(this.#catchUp(late, async (caughtUp) => this.#main.add(caughtUp)));
  }

  /**
   * Continues from the stored state: drops interrupted builds, adds missing generations, starts the feeds.
   * `hasSearched`: the run before has searched its positions for the whole time, and they are not in the
   * event store. `isActive`: this projector has the lease, so that builds of other runs are interrupted ones.
   */
  static async start(
    options: ProjectionRunOptions,
    { signal, hasSearched = false, isActive = true }: StartOptions = {},
  ): Promise<ProjectionRun> {
    const { store, db, now } = options;
    const registry = generationRegistry(db, now);
    const known = await registry.all();
    const ended = isActive ? droppable(known, now(), new Set()) : [];
    for (const old of ended) await dropGeneration(options, old);
    if (isActive) await endFormerStates(db);
    const live = liveGenerations(known);
    const search = { patienceMilliseconds: hasSearched ? 0 : options.patienceMilliseconds, signal };
    const ofAnotherLog = await generationsOfAnotherLog({ ...options, registry }, [...live.values()], search);
    const head = await store.head();
    const writers: GenerationWriter[] = [];
    for (const projection of options.projections) {
      const stored = live.get(projection.readModel.name);
      const isLost = stored !== undefined && ofAnotherLog.has(stored);
      const writer =
        stored && !isLost
          ? await continueGeneration(options, projection, stored)
          : await addGeneration(options, projection, "live", head, { onNewLog: isLost });
      if (isLost) await registry.retire(stored._id);
      writers.push(writer);
      // After a crash during a switch, the old generation may still be live.
      if (writer.ready) await registry.promote(writer.generation);
    }
    const run = new ProjectionRun(options, writers);
    await run.#showCounts();
    run.#main.start();
    for (const catchUp of run.#catchUps) catchUp.start();
    return run;
  }

  /** Resolves when the generations have reached the end of the event store, as it was at the call. */
  async caughtUp(): Promise<void> {
    await this.#main.caughtUp();
    await Promise.all([...this.#catchUps].map((catchUp) => catchUp.done()));
  }

  /** Resolves when the state in memory must not be used any more. */
  invalidated(): Promise<StateInvalidated> {
    return this.#invalidated;
  }

  /** The projections that have stopped at an event of a newer build, each with the reason in words. */
  get stopped(): readonly string[] {
    return [...this.#stopped].map(([name, reason]) => `${name}: ${reason}`);
  }

  /** All generations have the same position and are complete, so that a rebuild can begin. */
  get settled(): boolean {
    return this.#catchUps.size === 0 && this.#main.writers.every(({ ready }) => ready);
  }

  /**
   * Fills new generations next to the live ones and switches to them. When the returned catch-up is done, the
   * switch has happened. A generation that skipped an event or stopped does not become live; the caller drops
   * it with `drop`.
   */
  rebuild(projections: readonly Projection[], head: Position | undefined): Promise<CatchUp> {
    return this.#build(projections, head, async (writers) => {
      const whole = writers.filter(({ skipped }) => skipped.count === 0);
      const names = new Set(whole.map(({ generation }) => generation.name));
      for (const { generation } of whole) await this.#registry.promote(generation);
      this.#main.remove(({ generation }) => names.has(generation.name));
      this.#main.add(whole);
      await this.#showCounts();
    });
  }

  /**
   * Fills new generations next to the live ones. Then they get the same events as the live ones, until
   * `drop`.
   */
  buildForComparison(projections: readonly Projection[], head: Position | undefined): Promise<CatchUp> {
    return this.#build(projections, head, async (writers) => this.#main.add(writers));
  }

  /** The writer of the live generation among the writers of the main feed. */
  liveAmong(
    writers: readonly GenerationWriter[],
    name: string,
    except: readonly GenerationWriter[],
  ): GenerationWriter | undefined {
    return writers.find(
      (writer) => writer.generation.name === name && !except.includes(writer),
    );
  }

  /** Runs the work between two batches of the main feed. */
  betweenBatches<T>(work: (writers: readonly GenerationWriter[]) => Promise<T>): Promise<T> {
    return this.#main.betweenBatches(() => work(this.#main.writers));
  }

  async drop(writers: readonly GenerationWriter[]): Promise<void> {
    await this.#main.betweenBatches(async () => this.#main.remove((writer) => writers.includes(writer)));
    for (const { generation } of writers) await dropGeneration(this.#options, generation);
  }

  /**
   * Drops the generations that retired 15 minutes ago, and shows the dead letters of the live ones and the
   * forged events.
   */
  tidy(): Promise<void> {
    return this.#adding.runExclusive(async () => {
      const writers = [this.#main, ...this.#catchUps].flatMap((feed) => feed.writers);
      const inUse = new Set(writers.map(({ generation }) => generation._id));
      const known = await this.#registry.all();
      for (const old of droppable(known, this.#options.now(), inUse))
        await dropGeneration(this.#options, old);
      await this.#showCounts();
    });
  }

  async stop(): Promise<void> {
    const { metrics } = this.#options;
    for (const gauge of Object.values(metrics ?? {})) gauge.reset();
    await Promise.all([...this.#catchUps].map((catchUp) => catchUp.stop()));
    await this.#main.stop();
  }

  #reportForged(event: StoredEvent): void {
    this.#options.logger.warn(
      { event: event.id },
      `An event was not written by this product and is ignored: ${placeInWords(event)}`,
    );
    this.#showCounts().catch((error: unknown) =>
      this.#options.logger.debug({ err: error }, "The forged events could not be counted"),
    );
  }

  async #showCounts(): Promise<void> {
    await showDeadLetters(this.#options);
    await showForgedEvents({ ...this.#options, generations: await this.#registry.all() });
  }

  #reportStopped({ generation: { _id, name }, unreadable = "" }: GenerationWriter): void {
    if (this.#stopped.has(name)) return;
    this.#stopped.set(name, unreadable);
    this.#options.logger.error(
      { projection: name, generation: _id },
      `The projection ${name} stops until a newer build continues it: ${unreadable}`,
    );
  }

  #build(
    projections: readonly Projection[],
    head: Position | undefined,
    handOver: HandOver,
  ): Promise<CatchUp> {
    return this.#adding.runExclusive(async () => {
      const writers: GenerationWriter[] = [];
      for (const projection of projections)
        writers.push(await addGeneration(this.#options, projection, "building", head));
      const catchUp = this.#catchUp(writers, handOver);
      this.#catchUps.add(catchUp);
      catchUp.start();
      return catchUp;
    });
  }

  #catchUp(writers: readonly GenerationWriter[], handOver: HandOver): CatchUp {
    const catchUp: CatchUp = new CatchUp({
      writers,
      main: this.#main,
      feedOptions: this.#feedOptions,
      handOver: async (caughtUp) => {
        await handOver(caughtUp);
        this.#catchUps.delete(catchUp);
      },
    });
    return catchUp;
  }
}

/** The writers in groups of equal position, the highest first. */
function byPosition(writers: readonly GenerationWriter[]): GenerationWriter[][] {
  const groups = new Map<string, GenerationWriter[]>();
  const sorted = writers.toSorted((a, b) => (a.isBefore(b.position) ? 1 : -1));
  for (const writer of sorted) {
    const position = `${writer.position.commit}/${writer.position.prepare}`;
    groups.set(position, [...(groups.get(position) ?? []), writer]);
  }
  return [...groups.values()];
}
