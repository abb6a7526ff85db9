import { remainingMilliseconds } from "../../deadline/deadline.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { pause } from "../../waiting/pause.ts";
import { isDefinite, type LogClient, type RawEvent, StreamMissing } from "../log-client.ts";
import type { Circuit } from "../outages/circuit.ts";
import { boundedRead, within } from "../outages/waiting.ts";
import { noteCall } from "../store-calls.ts";
import { storeErrorOf } from "../store-errors.ts";

const attempts = 3;

export interface RawReadOptions {
  fromRevision?: bigint | undefined;
  backwards?: boolean | undefined;
  maxCount?: number | undefined;
}

/** Calls that may be repeated: limited in time, and repeated if an idle connection broke. */
export class RepeatedCalls {
  readonly #circuit: Circuit;
  readonly #timeout: number;

  constructor(circuit: Circuit, timeoutMilliseconds: number) {
    this.#circuit = circuit;
    this.#timeout = timeoutMilliseconds;
  }

  /** Repeats the work within one time limit. Throws the last failure, usually as `UnavailableError`. */
  async retried<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + Math.min(this.#timeout, remainingMilliseconds());
    const left = () => Math.max(0, until - performance.now());
    for (let attempt = 1; ; attempt += 1) {
      await this.#circuit.admit();
      if (left() === 0) throw new UnavailableError(new Error("There is no time left for the store"));
      try {
        return await this.#circuit.watch(() => within(left(), work()));
      } catch (error) {
        if (isDefinite(error) || attempt >= attempts) throw storeErrorOf(error);
        await pause(Math.min(50 * 4 ** attempt, left()));
      }
    }
  }
}

/** Reads of raw events that are repeated when the connection breaks. */
export class ResilientReads {
  readonly #client: LogClient;
  readonly #calls: RepeatedCalls;
  readonly #timeout: number;

  constructor(client: LogClient, circuit: Circuit, timeoutMilliseconds: number) {
    this.#client = client;
    this.#calls = new RepeatedCalls(circuit, timeoutMilliseconds);
    this.#timeout = timeoutMilliseconds;
  }

  /** Reads of other values. */
  retried<T>(work: () => Promise<T>): Promise<T> {
    return this.#calls.retried(work);
  }

  async stream(name: string, options: RawReadOptions): Promise<RawEvent[] | "missing" | "erased"> {
    const { fromRevision, backwards = false, maxCount = Number.MAX_SAFE_INTEGER } = options;
    noteCall("reads");
    try {
      return await this.#calls.retried(() =>
        this.#collect(this.#client.readStream(name, { fromRevision, backwards, maxCount })),
      );
    } catch (error) {
      if (error instanceof StreamMissing) return error.erased ? "erased" : "missing";
      throw error;
    }
  }

  /** The revision of a stream, for a read beyond its end, which returns no events. */
  async revision(name: string): Promise<bigint | "no_stream"> {
    const last = await this.stream(name, { backwards: true, maxCount: 1 });
    return typeof last === "string" ? "no_stream" : (last[0]?.revision ?? "no_stream");
  }

  /** The last event of the event store. */
  async last(): Promise<RawEvent | undefined> {
    const [last] = await this.#calls.retried(() =>
      this.#collect(this.#client.readAll({ from: "end", backwards: true, maxCount: 1 })),
    );
    return last;
  }

  async #collect(read: ReturnType<LogClient["readStream"]>): Promise<RawEvent[]> {
    if (read.all) return await within(this.#timeout, read.all()).finally(() => read.cancel());
    const events: RawEvent[] = [];
    for await (const event of boundedRead(read, this.#timeout)) events.push(event);
    return events;
  }
}
