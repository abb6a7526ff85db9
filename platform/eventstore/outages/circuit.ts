import { setImmediate } from "node:timers/promises";
import { withoutDeadline } from "../../deadline/deadline.ts";
import { UnavailableError } from "../event-store.ts";
import { whenAborted, within } from "./waiting.ts";

/** So many failures one after another, with no answer between them, mean that the store is away. */
const failuresBeforeAway = 3;
const probeEveryMilliseconds = 250;
/** Who gave up sooner does not know whether the store is away or only slow. */
const leastPatienceMilliseconds = 1_000;
/** A store that is back so soon was not away for anybody: callers wait for it instead of being refused. */
const graceMilliseconds = 1_500;

export interface CircuitOptions {
  /** Asks the store for the least that shows that it works again; bounded in time. */
  probe: () => Promise<unknown>;
  /** Whether a failure shows that the store is away. What it answers, a refusal too, shows that it is there. */
  isOutage: (error: unknown) => boolean;
  onAway: (error: unknown) => void;
  /** Given how many callers were refused meanwhile. */
  onBack: (refused: number) => void;
}

/**
 * Fails fast while the store is away. Work is let through until it has failed three times in a row; then callers are
 * refused at once, and one probe at a time asks the store until it answers. Without it every caller would wait for its
 * whole deadline, and the store's first seconds after its return would go to work that nobody waits for any more.
 */
export class Circuit {
  readonly #options: CircuitOptions;
  readonly #stopping = new AbortController();
  readonly #stopped = whenAborted(this.#stopping.signal);
  #failures = 0;
  #away: { since: number; back: Promise<void> } | undefined;
  #refused = 0;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  get isAway(): boolean {
    return this.#away !== undefined;
  }

  /** Resolves when the store is back, or the circuit is stopped; at once while the store is there. */
  async back(): Promise<void> {
    await this.#away?.back;
  }

  /** To be called before any work. Throws `UnavailableError` where the store has been away for longer than a moment. */
  async admit(): Promise<void> {
    if (!this.#away) return;
    const grace = this.#away.since + graceMilliseconds - performance.now();
    try {
      if (grace <= 0) throw new UnavailableError(new Error("The event store does not answer"));
      await within(grace, this.#away.back);
    } catch (error) {
      this.#refused += 1;
      // Who asks again and again without a pause leaves turns to the probe.
      await setImmediate();
      throw error;
    }
  }

  /** Does the work and learns from its outcome. */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      const done = await work();
      this.#failures = 0;
      return done;
    } catch (error) {
      this.#learnFrom(error, performance.now() - begun);
      throw error;
    }
  }

  /** Nothing is asked of the store any more. */
  stop(): void {
    this.#stopping.abort();
  }

  #learnFrom(error: unknown, milliseconds: number): void {
    if (!this.#options.isOutage(error)) {
      this.#failures = 0;
      return;
    }
    const gaveUpEarly = error instanceof UnavailableError && milliseconds < leastPatienceMilliseconds;
    if (gaveUpEarly) return;
    this.#failures += 1;
    if (this.#failures < failuresBeforeAway || this.#away || this.#stopping.signal.aborted) return;
    this.#away = { since: performance.now(), back: withoutDeadline(() => this.#probeUntilBack()) };
    this.#options.onAway(error);
  }

  async #probeUntilBack(): Promise<void> {
    const { signal } = this.#stopping;
    for (let answered = false; !answered && !signal.aborted; ) {
      await Promise.race([this.#stopped, betweenProbes()]);
      if (!signal.aborted) answered = await this.#answers();
    }
    this.#away = undefined;
    this.#failures = 0;
    const refused = this.#refused;
    this.#refused = 0;
    if (!signal.aborted) this.#options.onBack(refused);
  }

  async #answers(): Promise<boolean> {
    try {
      await this.#options.probe();
      return true;
    } catch (error) {
      return !this.#options.isOutage(error);
    }
  }
}

/** A probe alone keeps no process running. */
const betweenProbes = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, probeEveryMilliseconds).unref();
  });
