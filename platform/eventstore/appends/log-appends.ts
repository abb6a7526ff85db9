import { noteAppend, remainingMilliseconds } from "../../deadline/deadline.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import type { Logger } from "../../logging/logger.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import { pause } from "../../waiting/pause.ts";
import type { EventMacs } from "../authenticity/event-macs.ts";
import type { ExpectedRevision } from "../event-store.ts";
import { isDefinite, type LogClient, type RawEvent, type RawNewEvent, WrongRevision } from "../log-client.ts";
import type { Circuit } from "../outages/circuit.ts";
import { backoffMilliseconds, within } from "../outages/waiting.ts";
import type { Position } from "../position.ts";
import { noteCall } from "../store-calls.ts";
import { ConflictError, storeErrorOf } from "../store-errors.ts";

export interface LogAppendOptions {
  readonly macs: EventMacs;
  /** The longest wait for an answer. An append whose connection breaks is repeated until then. */
  readonly timeoutMilliseconds: number;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  /**
   * The end of the event store. It replaces the position of an event that can't be read any more: a reader
   * that has reached the end has also seen the effects of that event.
   */
  readonly endOfLog: () => Promise<Position>;
}

/** The shortest remaining time for an append: with less, its answer would come too late. */
const leastMilliseconds = 100;
const longestPauseMilliseconds = 500;

/** Appends encoded events with their MACs, counts them, and throws the errors that callers expect. */
export class LogAppends {
  readonly #log: LogClient;
  readonly #circuit: Circuit;
  readonly #options: LogAppendOptions;

  constructor(log: LogClient, circuit: Circuit, options: LogAppendOptions) {
    this.#log = log;
    this.#circuit = circuit;
    this.#options = options;
  }

  /** Throws `ConflictError` when the stream is not at the expected revision. */
  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly RawNewEvent[],
  ): Promise<{ revision: bigint; position: Position }> {
    const { macs, metrics, endOfLog } = this.#options;
    try {
      const signed = macs.signed(stream, expected, events);
      const { revision, position } = await this.#appendUntilAnswered(stream, expected, signed);
      metrics?.appends.inc();
      return { revision, position: position ?? (await endOfLog()) };
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw storeErrorOf(error);
      metrics?.conflicts.inc();
      throw new ConflictError(stream, error.actual);
    }
  }

  /**
   * An attempt that fails without a definite answer is repeated with the same event ids and revision, so it
   * takes effect only once. A slow attempt is not repeated, because that would make a slow store slower. Throws
   * `WrongRevision`, `StreamMissing`, `LogRefused`, or the last failure, which leaves the outcome unknown.
   */
  async #appendUntilAnswered(stream: string, expected: ExpectedRevision, events: readonly RawNewEvent[]) {
    const { timeoutMilliseconds, metrics, logger } = this.#options;
    const until = performance.now() + Math.min(timeoutMilliseconds, remainingMilliseconds());
    const left = () => Math.max(0, until - performance.now());
    if (this.#circuit.isAway) await this.#circuit.admit();
    // No append is begun for a request that is answered already or within a moment.
    if (left() < leastMilliseconds)
      throw new UnavailableError(new Error("There is no time left for an append"));
    noteAppend();
    noteCall("appends");
    for (let attempt = 0; ; attempt += 1) {
      try {
        const milliseconds = Math.ceil(left());
        return await this.#circuit.watch(() =>
          within(milliseconds, this.#log.append(stream, expected, events, milliseconds)),
        );
      } catch (error) {
        if (error instanceof WrongRevision && attempt > 0)
          return await this.#ownEarlierAppend(stream, expected, events, left(), error);
        if (isDefinite(error) || left() < leastMilliseconds) throw error;
        metrics?.appendRepeats.inc();
        logger.debug({ err: error, stream }, "An append's outcome is unknown; repeating it");
        await pause(Math.min(backoffMilliseconds(attempt), longestPauseMilliseconds, left()));
        await within(left(), this.#circuit.back());
        if (left() < leastMilliseconds) throw error;
      }
    }
  }

  /** A conflict after an unknown outcome may be with our own events. In that case the append has succeeded. */
  async #ownEarlierAppend(
    stream: string,
    expected: ExpectedRevision,
    events: readonly RawNewEvent[],
    milliseconds: number,
    conflict: WrongRevision,
  ) {
    if (expected === "any") throw conflict;
    const fromRevision = expected === "no_stream" ? 0n : expected + 1n;
    const read = this.#log.readStream(stream, { fromRevision, backwards: false, maxCount: events.length });
    const collect = async () => {
      const found: RawEvent[] = [];
      for await (const event of read) found.push(event);
      return found;
    };
    const found = await within(milliseconds, collect()).finally(() => read.cancel());
    const last = found.at(-1);
    const ours =
      found.length === events.length && found.every((event, index) => event.id === events[index]?.id);
    if (!ours || !last) throw conflict;
    return { revision: last.revision, position: last.position };
  }
}
