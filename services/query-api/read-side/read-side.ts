import { Refusal } from "@ornament/contracts/errors";
import { type ProjectionName, projectionNames } from "@ornament/contracts/events/projections";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
  progressOf,
} from "@ornament/contracts/read-models/projection-status";
import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/read-models/read-model";
import type { Readiness } from "@ornament/platform/http/service-app";
import { type CheckResult, type SharedCheck, sharedCheck } from "@ornament/platform/http/shared-check";
import type { Logger } from "@ornament/platform/logging/logger";
import { isOutage } from "@ornament/platform/mongodb/outage";
import type { Abortable, Collection, Db } from "mongodb";
import { orUnavailable } from "./unavailable.ts";

/** Shorter than the timeout of the caller. */
const readinessMilliseconds = 1_000;

type Generations = Map<ProjectionName, ProjectionGeneration>;

/** The read models for one request. All its collections belong to the generations that were live when it began. */
export interface ReadView {
  collection<D extends Stored & { _id: string | number }>(model: ReadModel, part?: string): Collection<D>;
}

export interface Opened {
  readonly view: ReadView;
  /** The commit position that all the named projections have reached. */
  readonly reached: bigint;
}

interface ReadSideOptions {
  /** How long a request waits for the position that it names, and how often it checks. */
  patienceMilliseconds?: number;
  pollMilliseconds?: number;
  /** The document store while it has not answered yet, otherwise `undefined`. */
  waitingFor?: () => string | undefined;
}

/**
 * Opens views on the live generations and waits until they have reached a position.
 * See docs/decisions/0009-reading-your-own-writes.md
 */
export class ReadSide {
  readonly #database: Db;
  readonly #logger: Logger;
  readonly #patience: number;
  readonly #pollInterval: number;
  readonly #deadlines = new WeakMap<object, number>();
  readonly #look: SharedCheck;
  readonly #waitingFor: () => string | undefined;
  #poll: Promise<Generations> | undefined;

  constructor(database: Db, logger: Logger, options: ReadSideOptions = {}) {
    this.#database = database;
    this.#logger = logger;
    this.#patience = options.patienceMilliseconds ?? 2_000;
    this.#pollInterval = options.pollMilliseconds ?? 15;
    this.#waitingFor = options.waitingFor ?? (() => undefined);
    this.#look = sharedCheck(() => this.#lookAt(projectionNames));
  }

  /**
   * Opens a view on the named projections. Waits until all of them have reached `position`, at most 2 s in all calls for
   * one `request`. `reached` is the position they have then. Throws `catching_up` with the progress while one of them
   * is not complete.
   */
  async open(
    request: object,
    names: readonly ProjectionName[],
    position: bigint | undefined,
  ): Promise<Opened> {
    const deadline = this.#deadlineOf(request);
    let generations = await this.#read();
    for (;;) {
      refuseIncomplete(generations, names);
      const reached = leastCommit(generations, names);
      if (position === undefined || reached >= position || performance.now() >= deadline)
        return { view: this.#view(generations), reached };
      generations = await this.#nextPoll();
    }
  }

  /** Runs a read. An outage of the document store is refused as `unavailable`. */
  async guarded<T>(read: () => Promise<T>): Promise<T> {
    if (this.#waitingFor() !== undefined) throw new Refusal("unavailable", { retryAfterSeconds: 1 });
    return orUnavailable(this.#logger, read);
  }

  /** Whether all read models can be read. Costs at most one small read a second. */
  readiness(): Promise<Readiness> {
    return this.#look.current();
  }

  async #lookAt(names: readonly ProjectionName[]): Promise<CheckResult> {
    const waitingFor = this.#waitingFor();
    if (waitingFor !== undefined) return { ready: false, reason: `waiting for ${waitingFor}` };
    try {
      refuseIncomplete(await this.#read({ signal: AbortSignal.timeout(readinessMilliseconds) }), names);
      return { ready: true };
    } catch (error) {
      if (error instanceof Refusal && error.code === "catching_up")
        return { ready: false, reason: `catching up (${error.errors.join(", ")})`, soon: true };
      if (!isOutage(error)) this.#logger.error({ err: error }, "The read models could not be checked");
      return { ready: false, reason: "MongoDB does not answer" };
    }
  }

  #deadlineOf(request: object): number {
    const known = this.#deadlines.get(request);
    const deadline = known ?? performance.now() + this.#patience;
    if (known === undefined) this.#deadlines.set(request, deadline);
    return deadline;
  }

  #view(generations: Generations): ReadView {
    return {
      collection: (model, part) => {
        const generation = generations.get(model.name);
        if (!generation) throw new Error(`${model.name} was not requested`);
        return this.#database.collection(collectionOf(generation._id, part));
      },
    };
  }

  /** Shared by all waiting requests. */
  #nextPoll(): Promise<Generations> {
    this.#poll ??= new Promise((resolve) => setTimeout(resolve, this.#pollInterval))
      .then(() => this.#read())
      .finally(() => {
        this.#poll = undefined;
      });
    return this.#poll;
  }

  async #read(options: Abortable = {}): Promise<Generations> {
    const all = await this.#database
      .collection<ProjectionGeneration>(generationsCollection)
      .find({ state: "live" }, options)
      .toArray();
    return liveGenerations(all);
  }
}

const leastCommit = (generations: Generations, names: readonly ProjectionName[]): bigint =>
  names.map((name) => generations.get(name)?.commit ?? -1n).sort((a, b) => Number(a - b))[0] ?? -1n;

/** Throws if one of the projections is not complete. The message has the progress of all, because they are filled together. */
function refuseIncomplete(generations: Generations, names: readonly ProjectionName[]): void {
  if (names.every((name) => generations.get(name)?.ready)) return;
  const incomplete = projectionNames.flatMap((name) => {
    const generation = generations.get(name);
    if (generation?.ready) return [];
    return [`${name}: ${generation ? Math.floor(progressOf(generation) * 100) : 0} %`];
  });
  throw new Refusal("catching_up", { errors: incomplete, retryAfterSeconds: 1 });
}
