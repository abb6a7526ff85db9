import { type ProjectionName, projectionNames } from "@ornament/contracts/projections/names";
import { isReadable, progressOf } from "@ornament/contracts/read-models/projection-status";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { Readiness } from "@ornament/platform/http/service-app";
import { type CheckResult, type SharedCheck, sharedCheck } from "@ornament/platform/http/shared-check";
import type { Logger } from "@ornament/platform/logging/logger";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { outsideTurn } from "@ornament/platform/waiting/at-most";
import type { Db } from "mongodb";
import { openPast, type Past } from "./past-tables.ts";
import { type Generations, leastCommit, type ReadView, Registry, viewOf } from "./view.ts";

/** Shorter than the timeout of the caller. */
const readinessMilliseconds = 1_000;

/** Most projections reach a new position within some milliseconds. */
const pollMilliseconds = 5;

interface Opened {
  readonly view: ReadView;
  readonly generations: Generations;
  readonly reached: bigint;
}

interface Known {
  readonly deadline: number;
  generations: Generations | undefined;
}

interface ReadSideOptions {
  patienceMilliseconds?: number;
  pollMilliseconds?: number;
  now?: () => number;
  clock?: () => Date;
  /** The name and URL of the document store until its first answer, then `undefined`. */
  waitingFor?: () => string | undefined;
}

/** Opens views that have reached a position. See docs/decisions/0009-reading-your-own-writes.md */
export class ReadSide {
  readonly clock: () => Date;
  readonly #database: Db;
  readonly #registry: Registry;
  readonly #logger: Logger;
  readonly #patience: number;
  readonly #now: () => number;
  readonly #requests = new WeakMap<object, Known>();
  readonly #pasts = new WeakMap<object, Past>();
  readonly #look: SharedCheck;
  readonly #waitingFor: () => string | undefined;

  constructor(database: Db, logger: Logger, options: ReadSideOptions = {}) {
    this.clock = options.clock ?? (() => new Date());
    this.#now = options.now ?? (() => performance.now());
    this.#database = database;
    this.#registry = new Registry(database, this.#now, options.pollMilliseconds ?? pollMilliseconds);
    this.#logger = logger;
    this.#patience = options.patienceMilliseconds ?? 2_000;
    this.#waitingFor = options.waitingFor ?? (() => undefined);
    this.#look = sharedCheck(() => this.#lookAt(projectionNames));
  }

  /**
   * Opens a view on the named projections. Waits until all of them have reached `position` or stopped at an event,
   * at most 2 s in all calls for one `request`, which reads the registry once. `reached` is their position after that.
   * Throws `catching_up` with the progress while one of them is not complete.
   */
  async open(
    request: object,
    names: readonly ProjectionName[],
    position: bigint | undefined,
  ): Promise<Opened> {
    const known = this.#known(request);
    let generations = known.generations ?? (await this.#registry.look());
    for (;;) {
      known.generations = generations;
      refuseIncomplete(generations, names);
      if (!isWorthWaiting(generations, names, position) || this.#now() >= known.deadline)
        return {
          view: viewOf(this.#database, generations),
          generations,
          reached: leastCommit(generations, names),
        };
      generations = await outsideTurn(() => this.#registry.lookLater());
    }
  }

  /** Opens a view as `openPast` does, once for a request. */
  async openPast(
    request: object,
    names: readonly ProjectionName[],
    instant: Date,
    askedBy: number | null,
  ): Promise<Opened> {
    const past = this.#pasts.get(request) ?? (await openPast(this.#database, instant, this.clock(), askedBy));
    this.#pasts.set(request, past);
    return { ...past, reached: leastCommit(past.generations, names) };
  }

  /** An outage is refused as `unavailable`. The connection logs it once, so here it is logged at debug level. */
  async guarded<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.#logger.debug({ reason: reasonOf(error) }, "The document store does not answer");
      throw new Refusal("unavailable", { retryAfterSeconds: 1 });
    }
  }

  readiness(): Promise<Readiness> {
    return this.#look.current();
  }

  async #lookAt(names: readonly ProjectionName[]): Promise<CheckResult> {
    const waitingFor = this.#waitingFor();
    if (waitingFor !== undefined) return { ready: false, reason: `waiting for ${waitingFor}` };
    try {
      refuseIncomplete(
        await this.#registry.read({ signal: AbortSignal.timeout(readinessMilliseconds) }),
        names,
      );
      return { ready: true };
    } catch (error) {
      if (error instanceof Refusal && error.code === "catching_up")
        return { ready: false, reason: `catching up (${error.errors.join(", ")})`, soon: true };
      if (!isOutage(error)) this.#logger.error({ err: error }, "The read models could not be checked");
      return { ready: false, reason: "MongoDB does not answer" };
    }
  }

  #known(request: object): Known {
    const known = this.#requests.get(request) ?? {
      deadline: this.#now() + this.#patience,
      generations: undefined,
    };
    this.#requests.set(request, known);
    return known;
  }
}

/** Whether a projection will reach the position. One that has stopped will not. */
const isWorthWaiting = (
  generations: Generations,
  names: readonly ProjectionName[],
  position: bigint = -1n,
): boolean =>
  names.some((name) => {
    const generation = generations.get(name);
    return generation && !generation.stopped && generation.commit < position;
  });

const isComplete = (generations: Generations, names: readonly ProjectionName[]): boolean =>
  names.every((name) => {
    const generation = generations.get(name);
    return generation !== undefined && isReadable(generation);
  });

/** Throws if one of the projections is not complete. The message has the progress of all. */
function refuseIncomplete(generations: Generations, names: readonly ProjectionName[]): void {
  if (isComplete(generations, names)) return;
  const incomplete = projectionNames.flatMap((name) => {
    const generation = generations.get(name);
    if (generation && isReadable(generation)) return [];
    return [`${name}: ${generation ? Math.floor(progressOf(generation) * 100) : 0} %`];
  });
  throw new Refusal("catching_up", { errors: incomplete, retryAfterSeconds: 1 });
}
