import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { within, withoutDeadline } from "../../deadline/deadline.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";

/** In a row, without an answer between them. */
const failuresBeforeAway = 3;
const probeEveryMilliseconds = 250;
/** A call that gave up earlier does not show whether the store is unavailable or slow. */
const leastPatienceMilliseconds = 1_000;
/** The time in which callers wait and are not refused, so that a short interruption causes no failures. */
const graceMilliseconds = 1_500;

export interface CircuitOptions {
  /** A cheap call that shows whether the store works again; limited in time. */
  probe: () => Promise<unknown>;
  /** Any answer, even a refusal, means that the store is available. */
  isOutage: (error: unknown) => boolean;
  onAway: (error: unknown) => void;
  /** @param refused how many callers were refused during the outage */
  onBack: (refused: number) => void;
}

/**
 * A circuit breaker. After three failures in a row callers are refused immediately, and one probe at a time asks
 * the store until it answers. Without the circuit every caller would wait until its deadline, and the store
 * would begin after an outage with work that no caller waits for. See docs/decisions/0015-own-append-call.md.
 */
export class Circuit {
  readonly #options: CircuitOptions;
  readonly #stopping = new AbortController();
  #failures = 0;
  #away: { since: number; back: Promise<void> } | undefined;
  #refused = 0;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  get isAway(): boolean {
    return this.#away !== undefined;
  }

  /** Resolves when the store is available or the circuit is stopped. */
  async back(): Promise<void> {
    await this.#away?.back;
  }

  /** Before any work. Throws `UnavailableError` in an outage that does not end within a moment. */
  async admit(): Promise<void> {
    if (!this.#away) return;
    const grace = this.#away.since + graceMilliseconds - performance.now();
    try {
      if (grace <= 0) throw new UnavailableError(new Error("The event store does not answer"));
      await within(grace, this.#away.back);
    } catch (error) {
      this.#refused += 1;
      // A caller that repeats its call without a pause must not keep the probe from running.
      await setImmediate();
      throw error;
    }
  }

  async call<T>(milliseconds: number, work: Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      const done = await within(milliseconds, work);
      this.#failures = 0;
      return done;
    } catch (error) {
      this.#countFailure(error, performance.now() - begun);
      throw error;
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  #countFailure(error: unknown, milliseconds: number): void {
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
      await wait(probeEveryMilliseconds, undefined, { ref: false, signal }).catch(() => undefined);
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
