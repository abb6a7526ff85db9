import type { EventCodec } from "../encryption/codec.ts";
import type { Loaded, PlainEvent, ReadAllOptions, ReadOptions, StoredEvent } from "../event-store.ts";
import type { LogClient, RawEvent } from "../log-client.ts";
import { boundedRead } from "../outages/waiting.ts";
import type { ResilientReads } from "../reads/resilient-reads.ts";
import { storeErrorOf } from "../store-errors.ts";
import { isSystemEvent } from "../subscriptions/event-filter.ts";

/** Reads streams and the whole event store, decoded. */
export class EventReads {
  readonly #log: LogClient;
  readonly #reads: ResilientReads;
  readonly #codec: EventCodec;
  readonly #timeout: number;

  constructor(parts: {
    log: LogClient;
    reads: ResilientReads;
    codec: EventCodec;
    timeoutMilliseconds: number;
  }) {
    this.#log = parts.log;
    this.#reads = parts.reads;
    this.#codec = parts.codec;
    this.#timeout = parts.timeoutMilliseconds;
  }

  async stream<E extends PlainEvent>(stream: string, options: ReadOptions): Promise<Loaded<E>> {
    const raw = await this.#reads.stream(stream, options);
    if (raw === "missing" || raw === "erased")
      return { events: [], revision: "no_stream", lastPosition: undefined };
    const events = await this.#codec.decodeForDecision(raw);
    const last = options.backwards ? events[0] : events.at(-1);
    return {
      events: events as StoredEvent<E>[],
      revision: last?.revision ?? (await this.#reads.revision(stream)),
      lastPosition: last?.position,
    };
  }

  /** All events without the store's system events. Only the wait for the next event has a time limit. */
  async *all(options: ReadAllOptions): AsyncIterable<StoredEvent> {
    // A failure to decode is not an outage, so decoding happens outside of the read.
    for await (const event of this.#raw(options))
      if (!isSystemEvent(event)) yield await this.#codec.decode(event);
  }

  async *#raw({ from, backwards = false, maxCount }: ReadAllOptions): AsyncIterable<RawEvent> {
    const read = this.#log.readAll({
      from: from ?? (backwards ? "end" : "start"),
      backwards,
      maxCount: maxCount ?? Number.MAX_SAFE_INTEGER,
    });
    try {
      yield* boundedRead(read, this.#timeout);
    } catch (error) {
      throw storeErrorOf(error);
    }
  }
}
