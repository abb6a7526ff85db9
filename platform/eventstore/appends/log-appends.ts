import type { Logger } from "../../logging/logger.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import type { EventMacs } from "../authenticity/event-macs.ts";
import type { ExpectedRevision } from "../event-store.ts";
import { type LogClient, type RawNewEvent, WrongRevision } from "../log-client.ts";
import type { Circuit } from "../outages/circuit.ts";
import type { Position } from "../position.ts";
import { ConflictError, storeErrorOf } from "../store-errors.ts";
import { appendWithRetries } from "./append-with-retries.ts";

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
    const { macs, metrics, logger, timeoutMilliseconds, endOfLog } = this.#options;
    try {
      const { revision, position } = await appendWithRetries(this.#log, this.#circuit, {
        stream,
        expected,
        events: macs.signed(stream, expected, events),
        totalMilliseconds: timeoutMilliseconds,
        onRepeat: (error) => {
          metrics?.appendRepeats.inc();
          logger.debug({ err: error, stream }, "An append's outcome is unknown; repeating it");
        },
      });
      metrics?.appends.inc();
      return { revision, position: position ?? (await endOfLog()) };
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw storeErrorOf(error);
      metrics?.conflicts.inc();
      throw new ConflictError(stream, error.actual);
    }
  }
}
