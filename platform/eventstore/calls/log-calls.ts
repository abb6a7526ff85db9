import { noteAppend, remainingMilliseconds, within } from "../../deadline/deadline.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import type { Logger } from "../../logging/logger.ts";
import type { OutageLog } from "../../logging/outage-log.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import { ScopedValue } from "../../scope/scoped-value.ts";
import { backoffMilliseconds, pause } from "../../waiting/pause.ts";
import type { ExpectedRevision, Outage } from "../event-store.ts";
import {
  type CancelableRead,
  type EventBytes,
  isDefinite,
  isSystemEvent,
  LogAccessDenied,
  type LogClient,
  LogRefused,
  type RawEvent,
  type RawNewEvent,
  type ReadOptions,
  type StreamLimits,
  StreamMissing,
  type StreamRead,
  WrongRevision,
} from "../log-client.ts";
import { comparePositions, isPossiblePosition, type Position } from "../position.ts";
import { ConflictError, storeErrorOf } from "../store-errors.ts";
import type { Circuit } from "./circuit.ts";
import { storeCircuits } from "./store-circuits.ts";

export interface StoreCalls {
  reads: number;
  appends: number;
}

const counted = new ScopedValue<StoreCalls>();

/** Counts the reads of streams and the appends of the work, and of the work that it starts. */
export const countingCalls = <T>(calls: StoreCalls, work: () => Promise<T>): Promise<T> =>
  counted.run(calls, work);

function noteCall(kind: keyof StoreCalls): void {
  const calls = counted.current;
  if (calls) calls[kind] += 1;
}

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

interface Signing {
  signed(stream: string, expected: ExpectedRevision, events: readonly RawNewEvent[]): RawNewEvent[];
}

/**
 * The calls of the event store client on the server, with the errors that callers expect. They are limited in
 * time, repeated when a connection breaks, and refused immediately in an outage.
 */
export class LogCalls {
  readonly #log: LogClient;
  readonly #macs: Signing;
  readonly #options: LogCallOptions;
  readonly #timeout: number;
  readonly #reads: Circuit;
  readonly #appends: Circuit;

  constructor(log: LogClient, macs: Signing, options: LogCallOptions) {
    const { reads, appends } = storeCircuits(log, options.outages);
    this.#log = log;
    this.#macs = macs;
    this.#options = options;
    this.#timeout = options.timeoutMilliseconds ?? 10_000;
    this.#reads = reads;
    this.#appends = appends;
  }

  outage(): Outage {
    if (this.#reads.isAway) return "all";
    return this.#appends.isAway ? "appends" : "none";
  }

  /** Resolves when the store can be read. */
  back(): Promise<void> {
    return this.#reads.back();
  }

  noteDenial(error: unknown): void {
    if (error instanceof LogAccessDenied) this.#options.onDenied?.();
  }

  /** Ends the wait for the end of an outage. */
  stop(): void {
    this.#reads.stop();
    this.#appends.stop();
  }

  stream(name: string, options: ReadOptions): Promise<StreamRead> {
    noteCall("reads");
    return this.#repeat(this.#reads, (milliseconds) => this.#log.readStream(name, options, milliseconds));
  }

  last(): Promise<RawEvent | undefined> {
    return this.#repeat(this.#reads, (milliseconds) => this.#first("end", milliseconds));
  }

  /**
   * `undefined` if no event begins at exactly the position. For a position between two records EventStoreDB
   * answers with the gRPC status UNKNOWN. To tell this from an outage, the end of the event store is read: if
   * that succeeds, the position is read once more.
   */
  async eventIdAt(position: Position): Promise<string | undefined> {
    if (!isPossiblePosition(position)) return undefined;
    const readOnce = () =>
      this.#repeat(this.#reads, (milliseconds) =>
        this.#first(position, milliseconds).catch((error: unknown) => {
          if (mayBeOutage(error)) throw error;
          return "refused" as const;
        }),
      );
    let found = await readOnce();
    if (found === "refused") {
      await this.last();
      found = await readOnce();
    }
    if (found === "refused" || found === undefined) return undefined;
    return comparePositions(found.position, position) === 0 ? found.id : undefined;
  }

  /** Without the store's system events. Only the wait for the next event has a time limit. */
  async *all(options: Parameters<LogClient["readAll"]>[0]): AsyncIterable<RawEvent> {
    try {
      for await (const event of boundedRead(this.#log.readAll(options), this.#timeout))
        if (!isSystemEvent(event)) yield event;
    } catch (error) {
      throw this.#errorOf(error);
    }
  }

  /** Only the wait for the next event has a time limit. */
  async *bytes(from: Position | "start"): AsyncIterable<EventBytes> {
    try {
      yield* boundedRead(this.#log.readBytes({ from }), this.#timeout);
    } catch (error) {
      throw this.#errorOf(error);
    }
  }

  /**
   * An attempt that fails without a definite answer is repeated with the same event ids and revision, so it
   * takes effect only once. A slow attempt is not repeated, because that would make a slow store slower. Throws
   * `ConflictError` when the stream is not at the expected revision.
   */
  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly RawNewEvent[],
  ): Promise<{ revision: bigint; position: Position }> {
    const { metrics } = this.#options;
    const signed = this.#macs.signed(stream, expected, events);
    try {
      const { revision, position } = await this.#repeat(
        this.#appends,
        (milliseconds, attempt) => this.#tryAppend(stream, expected, signed, { milliseconds, attempt }),
        true,
      );
      metrics?.appends.inc();
      // A reader at the end of the log has also seen the effects of an event that can't be read any more.
      return { revision, position: position ?? (await this.last())?.position ?? { commit: 0n, prepare: 0n } };
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error;
      metrics?.conflicts.inc();
      throw new ConflictError(stream, error.actual);
    }
  }

  /** A missing stream is ignored. Throws `ConflictError`. */
  async delete(stream: string, expected: ExpectedRevision): Promise<void> {
    noteAppend();
    try {
      await within(this.#timeout, this.#log.deleteStream(stream, expected));
    } catch (error) {
      if (error instanceof StreamMissing) return;
      if (error instanceof WrongRevision) throw new ConflictError(stream, error.actual);
      throw this.#errorOf(error);
    }
  }

  /** As `delete`, and the stream can never be written again. */
  async tombstone(stream: string): Promise<void> {
    noteAppend();
    try {
      await this.#repeat(this.#appends, () => this.#log.tombstoneStream(stream));
    } catch (error) {
      if (!(error instanceof StreamMissing)) throw error;
    }
  }

  async limit(stream: string, limits: StreamLimits): Promise<void> {
    noteAppend();
    await this.#repeat(this.#appends, () => this.#log.setStreamMetadata(stream, limits));
  }

  #errorOf(error: unknown): unknown {
    this.noteDenial(error);
    return storeErrorOf(error);
  }

  /**
   * Repeats the work within one time limit. Work that must not be given up early waits for the end of an
   * outage. Throws the last failure, usually as `UnavailableError`.
   */
  async #repeat<T>(
    circuit: Circuit,
    work: (milliseconds: number, attempt: number) => Promise<T>,
    untilAnswered = false,
  ): Promise<T> {
    const until = performance.now() + Math.min(this.#timeout, remainingMilliseconds());
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
        if (isDefinite(error) || isLast) throw this.#errorOf(error);
        await pause(Math.min(backoffMilliseconds(attempt), longestPauseMilliseconds, left()));
        if (untilAnswered) await within(left(), circuit.back());
      }
    }
  }

  async #tryAppend(
    stream: string,
    expected: ExpectedRevision,
    events: readonly RawNewEvent[],
    { milliseconds, attempt }: { milliseconds: number; attempt: number },
  ) {
    if (attempt === 1) {
      noteAppend();
      noteCall("appends");
    } else {
      this.#options.metrics?.appendRepeats.inc();
      this.#options.logger.debug({ stream }, "An append's outcome is unknown; repeating it");
    }
    try {
      return await this.#log.append(stream, expected, events, milliseconds);
    } catch (error) {
      if (attempt === 1 || expected === "any" || !(error instanceof WrongRevision)) throw error;
      // A conflict after an unknown outcome may be with our own events. Then the append has succeeded.
      const fromRevision = expected === "no_stream" ? 0n : expected + 1n;
      const range = { fromRevision, maxCount: events.length };
      const read = await this.#log.readStream(stream, range, milliseconds);
      const found = typeof read === "string" ? [] : read;
      const last = found.at(-1);
      const isOwn =
        found.length === events.length && found.every(({ id }, index) => id === events[index]?.id);
      if (!isOwn || !last) throw error;
      return { revision: last.revision, position: last.position };
    }
  }

  async #first(from: Position | "end", milliseconds: number): Promise<RawEvent | undefined> {
    const read = this.#log.readAll({ from, backwards: from === "end", maxCount: 1 });
    let first: RawEvent | undefined;
    // To its end: a reader that leaves early resets the call.
    for await (const event of boundedRead(read, milliseconds)) first ??= event;
    return first;
  }
}

/** Throws if the next event comes too late. Cancels the read at the end. */
async function* boundedRead<E>(read: CancelableRead<E>, milliseconds: number): AsyncGenerator<E> {
  const iterator = read[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(milliseconds, iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    read.cancel();
  }
}

const unknownStatus = 2;

function mayBeOutage(error: unknown): boolean {
  if (error instanceof UnavailableError || error instanceof LogRefused) return true;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code !== undefined && code !== unknownStatus;
}
