import { forgedEventFoundAt } from "../authenticity/forged-event-found.ts";
import type { EventCodec } from "../encryption/codec.ts";
import type { Loaded, PlainEvent, ReadAllOptions, ReadOptions, Start, StoredEvent } from "../event-store.ts";
import type { EventBytes, LogClient, RawEvent } from "../log-client.ts";
import { boundedRead } from "../outages/waiting.ts";
import type { ResilientReads } from "../reads/resilient-reads.ts";
import { storeErrorOf } from "../store-errors.ts";
import { isSystemEvent } from "../subscriptions/event-filter.ts";

/** The events that are read at a time to replace forged ones. */
const pageLength = 100;

/** Reads streams and the whole event store, decoded. */
export class EventReads {
  readonly #log: LogClient;
  readonly #reads: ResilientReads;
  readonly #codec: EventCodec;
  readonly #isForged: (event: RawEvent) => boolean;
  readonly #timeout: number;

  constructor(parts: {
    log: LogClient;
    reads: ResilientReads;
    codec: EventCodec;
    isForged: (event: RawEvent) => boolean;
    timeoutMilliseconds: number;
  }) {
    this.#log = parts.log;
    this.#reads = parts.reads;
    this.#codec = parts.codec;
    this.#isForged = parts.isForged;
    this.#timeout = parts.timeoutMilliseconds;
  }

  async stream<E extends PlainEvent>(stream: string, options: ReadOptions): Promise<Loaded<E>> {
    const raw = await this.#reads.stream(stream, options);
    if (raw === "missing" || raw === "erased")
      return { events: [], revision: "no_stream", lastPosition: undefined };
    const events = await this.#own(raw);
    if (events.length < raw.length) events.push(...(await this.#instead(stream, options, events, raw)));
    const last = options.backwards ? raw[0] : raw.at(-1);
    return {
      events: events as StoredEvent<E>[],
      revision: last?.revision ?? (await this.#reads.revision(stream)),
      lastPosition: last?.position,
    };
  }

  /**
   * The events that a limited read gives instead of the forged ones. Without them another program could hide
   * the newest events of a stream.
   */
  async #instead(
    stream: string,
    { maxCount, backwards = false }: ReadOptions,
    events: readonly StoredEvent[],
    read: readonly RawEvent[],
  ): Promise<StoredEvent[]> {
    const found: StoredEvent[] = [];
    let page = read;
    let wanted = maxCount ?? 0;
    while (events.length + found.length < (maxCount ?? 0) && page.length >= wanted) {
      const last = page.at(-1)?.revision ?? 0n;
      const fromRevision = backwards ? last - 1n : last + 1n;
      if (fromRevision < 0n) break;
      wanted = pageLength;
      const next = await this.#reads.stream(stream, { fromRevision, backwards, maxCount: wanted });
      page = typeof next === "string" ? [] : next;
      found.push(...(await this.#own(page)));
    }
    return found.slice(0, Math.max(0, (maxCount ?? 0) - events.length));
  }

  #own(raw: readonly RawEvent[]): Promise<StoredEvent[]> {
    return this.#codec.decodeForDecision(raw.filter((event) => !this.#isForged(event)));
  }

  /** All events without the store's system events. Only the wait for the next event has a time limit. */
  async *all(options: ReadAllOptions): AsyncIterable<StoredEvent> {
    // A failure to decode is not an outage, so decoding happens outside of the read.
    for await (const event of this.raw(options)) {
      if (!this.#isForged(event)) yield await this.#codec.decode(event);
      else if (options.withForged) yield forgedEventFoundAt(event);
    }
  }

  /** All events as their bytes. Only the wait for the next event has a time limit. */
  async *bytes(from: Start): AsyncIterable<EventBytes> {
    try {
      yield* boundedRead(this.#log.readBytes({ from }), this.#timeout);
    } catch (error) {
      throw storeErrorOf(error);
    }
  }

  /** All events as they are stored, without the store's system events. */
  async *raw({ from, backwards = false, maxCount }: ReadAllOptions): AsyncIterable<RawEvent> {
    const read = this.#log.readAll({
      from: from ?? (backwards ? "end" : "start"),
      backwards,
      maxCount: maxCount ?? Number.MAX_SAFE_INTEGER,
    });
    try {
      for await (const event of boundedRead(read, this.#timeout)) if (!isSystemEvent(event)) yield event;
    } catch (error) {
      throw storeErrorOf(error);
    }
  }
}
