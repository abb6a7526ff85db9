import { Refusal } from "@ornament/contracts/errors";
import { type ProjectionName, projectionNames } from "@ornament/contracts/events/projections";
import { progressOf } from "@ornament/contracts/read-models/projection-status";
import { outsideTurn } from "@ornament/platform/http/request-turns";
import type { Readiness } from "@ornament/platform/http/service-app";
import { type CheckResult, type SharedCheck, sharedCheck } from "@ornament/platform/http/shared-check";
import type { Logger } from "@ornament/platform/logging/logger";
import { isOutage } from "@ornament/platform/mongodb/outage";
import type { Db } from "mongodb";
import { beginRead, endOfRead } from "./early-read.ts";
import type { KnownAnswers } from "./known-answers.ts";
import type { Generations, Look } from "./look.ts";
import { type Base, Registry } from "./registry.ts";
import { orUnavailable } from "./unavailable.ts";
import type { NotingView } from "./view.ts";

/** Shorter than the timeout of the caller. */
const readinessMilliseconds = 1_000;

/** Most projections reach a new position within a few milliseconds; those that don't may take seconds. */
const slowestPoll = 15;

export interface Opened {
  readonly look: Look;
  readonly view: NotingView;
  /** The commit position that all the named projections have reached. */
  readonly reached: bigint;
}

/** What is known of one request. */
interface Known {
  /** Until when it waits for a position. */
  readonly deadline: number;
  look: Look | undefined;
}

interface ReadSideOptions {
  /** How long a request waits for the position that it names. */
  patienceMilliseconds?: number;
  /** When it checks for the first time. Later checks are further apart. */
  pollMilliseconds?: number;
  /** A steady clock in milliseconds. */
  now?: () => number;
  /** The document store while it has not answered yet, otherwise `undefined`. */
  waitingFor?: () => string | undefined;
}

/**
 * Opens views on the live generations and waits until they have reached a position.
 * See docs/decisions/0009-reading-your-own-writes.md
 */
export class ReadSide {
  readonly #registry: Registry;
  readonly #logger: Logger;
  readonly #patience: number;
  readonly #firstPoll: number;
  readonly #now: () => number;
  readonly #requests = new WeakMap<object, Known>();
  readonly #look: SharedCheck;
  readonly #waitingFor: () => string | undefined;

  constructor(database: Db, logger: Logger, options: ReadSideOptions = {}) {
    this.#now = options.now ?? (() => performance.now());
    this.#registry = new Registry(database, this.#now);
    this.#firstPoll = options.pollMilliseconds ?? 3;
    this.#logger = logger;
    this.#patience = options.patienceMilliseconds ?? 2_000;
    this.#waitingFor = options.waitingFor ?? (() => undefined);
    this.#look = sharedCheck(() => this.#lookAt(projectionNames));
  }

  /**
   * Opens a view on the named projections. Waits until all of them have reached `position`, at most 2 s in all calls for
   * one `request`, which reads the registry once. `reached` is the position they have then. Throws `catching_up` with the
   * progress while one of them is not complete.
   */
  async open(
    request: object,
    names: readonly ProjectionName[],
    position: bigint | undefined,
  ): Promise<Opened> {
    const { look, reached } = await this.#reach(request, names, position);
    return { look, view: this.#registry.after(look).view(), reached };
  }

  /**
   * Opens a view as `open` does, and reads from it. The read begins at once on the latest look if that had reached the position. Where
   * the look that is made meanwhile doesn't lead to what was read, the read is done again.
   */
  async read<T>(
    request: object,
    names: readonly ProjectionName[],
    position: bigint,
    read: (view: NotingView, base: Base) => Promise<T>,
  ): Promise<{ readonly found: T; readonly reached: bigint }> {
    const ahead = hasReached(this.#registry.latest, names, position) ? this.#registry.ahead() : undefined;
    const begun = ahead && beginRead(ahead.view(), (view) => read(view, ahead));
    const { look, reached, waited } = await this.#reach(request, names, position);
    const early = waited ? undefined : await endOfRead(begun, look);
    if (early) return { found: early.found, reached };
    const base = this.#registry.after(look);
    return { found: await read(base.view(), base), reached };
  }

  /** The answers that are given again while what they were read from stays the same. */
  get answers(): KnownAnswers {
    return this.#registry.answers;
  }

  /** Whether an answer is known, and is expected to be right at the look under way too. */
  expectsKnown(url: string): boolean {
    return this.#registry.expectsKnown(url);
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

  async #reach(request: object, names: readonly ProjectionName[], position: bigint | undefined) {
    const known = this.#known(request);
    let look = known.look ?? (await this.#registry.look());
    let waited = false;
    for (let poll = this.#firstPoll; ; poll = Math.min(slowestPoll, poll * 1.5)) {
      known.look = look;
      refuseIncomplete(look.generations, names);
      const reached = leastCommit(look.generations, names);
      if (position === undefined || reached >= position || this.#now() >= known.deadline)
        return { look, reached, waited };
      waited = true;
      look = await outsideTurn(() => this.#registry.lookAfter(poll));
    }
  }

  #known(request: object): Known {
    const known = this.#requests.get(request) ?? {
      deadline: this.#now() + this.#patience,
      look: undefined,
    };
    this.#requests.set(request, known);
    return known;
  }
}

const leastCommit = (generations: Generations, names: readonly ProjectionName[]): bigint =>
  names.map((name) => generations.get(name)?.commit ?? -1n).sort((a, b) => Number(a - b))[0] ?? -1n;

/** Whether a look shows the named projections complete and at the position. */
export const hasReached = (
  { generations }: Look,
  names: readonly ProjectionName[],
  position: bigint | undefined,
): boolean =>
  isComplete(generations, names) && (position === undefined || leastCommit(generations, names) >= position);

const isComplete = (generations: Generations, names: readonly ProjectionName[]): boolean =>
  names.every((name) => generations.get(name)?.ready);

/** Throws if one of the projections is not complete. The message has the progress of all, because they are filled together. */
function refuseIncomplete(generations: Generations, names: readonly ProjectionName[]): void {
  if (isComplete(generations, names)) return;
  const incomplete = projectionNames.flatMap((name) => {
    const generation = generations.get(name);
    if (generation?.ready) return [];
    return [`${name}: ${generation ? Math.floor(progressOf(generation) * 100) : 0} %`];
  });
  throw new Refusal("catching_up", { errors: incomplete, retryAfterSeconds: 1 });
}
