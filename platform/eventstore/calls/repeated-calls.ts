import { remainingMilliseconds } from "../../deadline/deadline.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import type { Logger } from "../../logging/logger.ts";
import type { OutageLog } from "../../logging/outage-log.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import { pause } from "../../waiting/pause.ts";
import type { Outage } from "../event-store.ts";
import { isDefinite, LogAccessDenied, type LogClient } from "../log-client.ts";
import { storeErrorOf } from "../store-errors.ts";
import type { Circuit } from "./circuit.ts";
import { storeCircuits } from "./store-circuits.ts";
import { backoffMilliseconds, within } from "./waiting.ts";

export interface LogCallOptions {
  readonly logger: Logger;
  readonly metrics?: Metrics | undefined;
  /** The longest wait for an answer. An append is repeated until then on a broken connection. */
  readonly timeoutMilliseconds?: number | undefined;
  readonly outages?: Pick<OutageLog, "away" | "back"> | undefined;
  /** The store account lacks a right. */
  readonly onDenied?: (() => void) | undefined;
}

/** Of a call other than an append. */
const mostAttempts = 3;
/** With less, the answer of an append would come too late. */
const leastMilliseconds = 100;
const longestPauseMilliseconds = 500;

/**
 * Calls that are limited in time, repeated when a connection breaks, and refused immediately in an outage.
 * Without a limit for all attempts together, a caller would wait for each of them.
 */
export class RepeatedCalls {
  protected readonly log: LogClient;
  protected readonly options: LogCallOptions;
  protected readonly timeout: number;
  protected readonly reads: Circuit;
  protected readonly appends: Circuit;

  constructor(log: LogClient, options: LogCallOptions) {
    const { reads, appends } = storeCircuits(log, options.outages);
    this.timeout = options.timeoutMilliseconds ?? 10_000;
    this.log = log;
    this.options = options;
    this.reads = reads;
    this.appends = appends;
  }

  outage(): Outage {
    if (this.reads.isAway) return "all";
    return this.appends.isAway ? "appends" : "none";
  }

  /** Resolves when the store can be read. */
  back(): Promise<void> {
    return this.reads.back();
  }

  errorOf(error: unknown): unknown {
    this.noteDenial(error);
    return storeErrorOf(error);
  }

  noteDenial(error: unknown): void {
    if (error instanceof LogAccessDenied) this.options.onDenied?.();
  }

  /** Ends the wait for the end of an outage. */
  stop(): void {
    this.reads.stop();
    this.appends.stop();
  }

  /**
   * Repeats the work within one time limit. Work that must not be given up early waits for the end of an
   * outage. Throws the last failure, usually as `UnavailableError`.
   */
  protected async repeat<T>(
    circuit: Circuit,
    work: (milliseconds: number, attempt: number) => Promise<T>,
    { untilAnswered = false } = {},
  ): Promise<T> {
    const until = performance.now() + Math.min(this.timeout, remainingMilliseconds());
    const left = () => Math.max(0, Math.ceil(until - performance.now()));
    // No append is begun for a request that is answered already or within a moment.
    const least = untilAnswered ? leastMilliseconds : 0;
    for (let attempt = 1; ; attempt += 1) {
      await circuit.admit();
      if (left() <= least) throw new UnavailableError(new Error("There is no time left for the store"));
      try {
        return await circuit.call(left(), work(left(), attempt));
      } catch (error) {
        const isLast = left() <= least || (!untilAnswered && attempt === mostAttempts);
        if (isDefinite(error) || isLast) throw this.errorOf(error);
        await pause(Math.min(backoffMilliseconds(attempt), longestPauseMilliseconds, left()));
        if (untilAnswered) await within(left(), circuit.back());
      }
    }
  }
}
