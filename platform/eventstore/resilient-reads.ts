import { boundedRead, pause, within } from "./bounded.ts";
import { UnavailableError } from "./event-store.ts";
import { type LogClient, LogRefused, type RawEvent, StreamMissing, WrongRevision } from "./log-client.ts";

const attempts = 3;

export interface RawReadOptions {
  fromRevision?: bigint | undefined;
  backwards?: boolean | undefined;
  maxCount?: number | undefined;
}

/** Reads that are bounded in time and repeated over a connection that broke while nobody used it. */
export class ResilientReads {
  readonly #client: LogClient;
  readonly #timeout: number;

  constructor(client: LogClient, timeoutMilliseconds: number) {
    this.#client = client;
    this.#timeout = timeoutMilliseconds;
  }

  async stream(name: string, options: RawReadOptions): Promise<RawEvent[] | "missing" | "erased"> {
    const { fromRevision, backwards = false, maxCount = Number.MAX_SAFE_INTEGER } = options;
    try {
      return await this.retried(() =>
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
    const [last] = await this.retried(() =>
      this.#collect(this.#client.readAll({ from: "end", backwards: true, maxCount: 1 })),
    );
    return last;
  }

  /** Repeats what may be repeated a few times; a failure that stays is `UnavailableError`. */
  async retried<T>(work: () => Promise<T>): Promise<T> {
    const started = Date.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await within(this.#timeout, work());
      } catch (error) {
        const late = attempt >= attempts || Date.now() - started > this.#timeout;
        if (isDefinite(error) || late) throw translated(error);
        await pause(50 * 4 ** attempt);
      }
    }
  }

  async #collect(read: ReturnType<LogClient["readStream"]>): Promise<RawEvent[]> {
    const events: RawEvent[] = [];
    for await (const event of boundedRead(read, this.#timeout)) events.push(event);
    return events;
  }
}

/** Failures that a repetition would only meet again. */
const isDefinite = (error: unknown) =>
  error instanceof StreamMissing || error instanceof WrongRevision || error instanceof LogRefused;

/** Whatever else a call fails with means that the store could not be reached. */
export function translated(error: unknown): unknown {
  return isDefinite(error) || error instanceof UnavailableError ? error : new UnavailableError(error);
}
