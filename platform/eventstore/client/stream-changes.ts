import { noteAppend } from "../../deadline/deadline.ts";
import { snapshotStream } from "../compaction/snapshot.ts";
import type { ExpectedRevision } from "../event-store.ts";
import { type LogClient, type StreamLimits, StreamMissing, WrongRevision } from "../log-client.ts";
import { within } from "../outages/waiting.ts";
import type { RepeatedCalls, ResilientReads } from "../reads/resilient-reads.ts";
import { ConflictError, storeErrorOf } from "../store-errors.ts";

/** Deletes streams and limits which of their events can be read. */
export class StreamChanges {
  readonly #log: LogClient;
  readonly #reads: ResilientReads;
  readonly #calls: RepeatedCalls;
  readonly #timeout: number;

  constructor(parts: {
    log: LogClient;
    reads: ResilientReads;
    calls: RepeatedCalls;
    timeoutMilliseconds: number;
  }) {
    this.#log = parts.log;
    this.#reads = parts.reads;
    this.#calls = parts.calls;
    this.#timeout = parts.timeoutMilliseconds;
  }

  /** Deletes the stream and its snapshot, so that a later stream of that name doesn't read the old one. */
  async delete(stream: string, expected: ExpectedRevision): Promise<void> {
    await this.#deleteOne(stream, expected);
    const snapshot = await this.#reads.revision(snapshotStream(stream));
    if (snapshot !== "no_stream") await this.#deleteOne(snapshotStream(stream), "any");
  }

  /** Deletes for good: the stream can never be written again. A missing stream is ignored. */
  async tombstone(stream: string): Promise<void> {
    noteAppend();
    try {
      await this.#calls.retried(() => this.#log.tombstoneStream(stream));
    } catch (error) {
      if (!(error instanceof StreamMissing)) throw error;
    }
  }

  async limit(stream: string, limits: StreamLimits): Promise<void> {
    noteAppend();
    await this.#calls.retried(() => this.#log.setStreamMetadata(stream, limits));
  }

  async #deleteOne(stream: string, expected: ExpectedRevision): Promise<void> {
    noteAppend();
    try {
      await within(this.#timeout, this.#log.deleteStream(stream, expected));
    } catch (error) {
      if (error instanceof StreamMissing) return;
      if (error instanceof WrongRevision) throw new ConflictError(stream, error.actual);
      throw storeErrorOf(error);
    }
  }
}
