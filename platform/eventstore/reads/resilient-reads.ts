import { remainingMilliseconds } from "../../deadline/deadline.ts";
import { StorageFullError, StoreRefusedError, UnavailableError } from "../event-store.ts";
import {
  LogAccessDenied,
  type LogClient,
  LogFull,
  LogRefused,
  type RawEvent,
  StreamMissing,
  WrongRevision,
} from "../log-client.ts";
import type { Circuit } from "../outages/circuit.ts";
import { boundedRead, pause, within } from "../outages/waiting.ts";

const attempts = 3;

export interface RawReadOptions {
  fromRevision?: bigint | undefined;
  backwards?: boolean | undefined;
  maxCount?: number | undefined;
}

/** Calls that may be repeated: bounded in time, and repeated over a connection that broke while nobody used it. */
export class RepeatedCalls {
  readonly #circuit: Circuit;
  readonly #timeout: number;

  constructor(circuit: Circuit, timeoutMilliseconds: number) {
    this.#circuit = circuit;
    this.#timeout = timeoutMilliseconds;
  }

  /** Repeats the work a few times, all in one bound of time; a failure that stays is `UnavailableError`. */
  async retried<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + Math.min(this.#timeout, remainingMilliseconds());
    const left = () => Math.max(0, until - performance.now());
    for (let attempt = 1; ; attempt += 1) {
      await this.#circuit.admit();
      if (left() === 0) throw new UnavailableError(new Error("There is no time left for the store"));
      try {
        return await this.#circuit.watch(() => within(left(), work()));
      } catch (error) {
        if (isDefinite(error) || attempt >= attempts) throw translated(error);
        await pause(Math.min(50 * 4 ** attempt, left()));
      }
    }
  }
}

/** Reads of a log, as events of its own shape. */
export class ResilientReads {
  readonly #client: LogClient;
  readonly #calls: RepeatedCalls;
  readonly #timeout: number;

  constructor(client: LogClient, circuit: Circuit, timeoutMilliseconds: number) {
    this.#client = client;
    this.#calls = new RepeatedCalls(circuit, timeoutMilliseconds);
    this.#timeout = timeoutMilliseconds;
  }

  /** A read of any other shape. */
  retried<T>(work: () => Promise<T>): Promise<T> {
    return this.#calls.retried(work);
  }

  async stream(name: string, options: RawReadOptions): Promise<RawEvent[] | "missing" | "erased"> {
    const { fromRevision, backwards = false, maxCount = Number.MAX_SAFE_INTEGER } = options;
    try {
      return await this.#calls.retried(() =>
        this.#collect(this.#client.readStream(name, { fromRevision, backwards, maxCount })),
      );
    } catch (error) {
      if (error instanceof StreamMissing) return error.erased ? "erased" : "missing";
      throw error;
    }
  }

  /** The revision a stream is at; for a read beyond its end, which finds nothing though the stream is there. */
  async revision(name: string): Promise<bigint | "no_stream"> {
    const last = await this.stream(name, { backwards: true, maxCount: 1 });
    return typeof last === "string" ? "no_stream" : (last[0]?.revision ?? "no_stream");
  }

  /** The last event of the whole log. */
  async last(): Promise<RawEvent | undefined> {
    const [last] = await this.#calls.retried(() =>
      this.#collect(this.#client.readAll({ from: "end", backwards: true, maxCount: 1 })),
    );
    return last;
  }

  async #collect(read: ReturnType<LogClient["readStream"]>): Promise<RawEvent[]> {
    const events: RawEvent[] = [];
    for await (const event of boundedRead(read, this.#timeout)) events.push(event);
    return events;
  }
}

/** Failures that a repetition would only meet again. */
export const isDefinite = (error: unknown) =>
  error instanceof StreamMissing || error instanceof WrongRevision || error instanceof LogRefused;

/** As callers see it: no space and a missing right are refusals of their own, and whatever else fails means that the store could not be reached. */
export function translated(error: unknown): unknown {
  if (error instanceof LogFull) return new StorageFullError(error);
  if (error instanceof LogAccessDenied) return new StoreRefusedError(error);
  return isDefinite(error) || error instanceof UnavailableError ? error : new UnavailableError(error);
}
