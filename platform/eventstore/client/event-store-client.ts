import { randomUUID } from "node:crypto";
import { v5 } from "uuid";
import { noteAppend } from "../../deadline/deadline.ts";
import type { Logger } from "../../logging/logger.ts";
import type { OutageLog } from "../../logging/outage-log.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import type { ServerKey } from "../../tokens/keyed-hash.ts";
import { appendSafely } from "../appends/append-with-retries.ts";
import { CompactedReads } from "../compaction/compacted-reads.ts";
import type { Compaction, History } from "../compaction/compaction.ts";
import { snapshotStream } from "../compaction/snapshot.ts";
import { createEventCodec, type EventCodec } from "../encryption/codec.ts";
import { personKeyStreams } from "../encryption/person-key-streams.ts";
import { createPersonKeys, personIdOf, personKeyStream } from "../encryption/person-keys.ts";
import { metadataOf } from "../event-metadata.ts";
import {
  type Appended,
  type AppendMetadata,
  ConflictError,
  type EventStore,
  type ExpectedRevision,
  type Loaded,
  type NewEvent,
  type Outage,
  type PlainEvent,
  type ReadAllOptions,
  type StorableDefinition,
  type StoredEvent,
} from "../event-store.ts";
import {
  type LogClient,
  type RawNewEvent,
  type StreamLimits,
  StreamMissing,
  WrongRevision,
} from "../log-client.ts";
import { type StoreCircuits, storeCircuits } from "../outages/store-circuits.ts";
import { boundedRead, within } from "../outages/waiting.ts";
import type { Position } from "../position.ts";
import { eventIdAt } from "../reads/event-at.ts";
import { RepeatedCalls, ResilientReads, translated } from "../reads/resilient-reads.ts";
import { leaveTurns } from "../reads/yield-regularly.ts";
import { isSystemEvent, startSubscription } from "../subscriptions/subscription.ts";

export interface SessionOptions {
  /** Every event that may be written. */
  definitions: readonly StorableDefinition[];
  /** Wraps the persons' keys. */
  masterKey: ServerKey;
  logger: Logger;
  metrics?: Metrics | undefined;
  /** Ids of events that no command causes. */
  newId?: () => string;
  now?: () => Date;
  /** Longest wait for an answer; an append whose connection breaks is repeated until then. */
  timeoutMilliseconds?: number;
  /** Told when the store goes away and when it is back. */
  outages?: Pick<OutageLog, "away" | "back"> | undefined;
  /** Most persons' keys kept in memory. */
  keyCapacity?: number;
}

/** The event store on any log: everything but the wire. `openEventStore` gives it the real one. */
export function createEventStore(client: LogClient, options: SessionOptions): EventStore {
  return new Session(client, options);
}

class Session implements EventStore {
  readonly #client: LogClient;
  readonly #options: SessionOptions;
  readonly #timeout: number;
  readonly #circuits: StoreCircuits;
  readonly #reads: ResilientReads;
  readonly #changes: RepeatedCalls;
  readonly #codec: EventCodec;
  readonly #keys: ReturnType<typeof createPersonKeys>;
  readonly #compacted: CompactedReads;
  readonly #newId: () => string;
  readonly #now: () => Date;
  readonly #subscriptions = new Set<{ stop(): Promise<void> }>();

  constructor(client: LogClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
    this.#timeout = options.timeoutMilliseconds ?? 10_000;
    this.#circuits = storeCircuits(client, options.outages);
    this.#reads = new ResilientReads(client, this.#circuits.reads, this.#timeout);
    this.#changes = new RepeatedCalls(this.#circuits.appends, this.#timeout);
    this.#newId = options.newId ?? randomUUID;
    this.#now = options.now ?? (() => new Date());
    this.#keys = createPersonKeys({
      master: options.masterKey,
      source: personKeyStreams({
        reads: this.#reads,
        appendFirst: (stream, event) => this.#appendRaw(stream, "no_stream", [event]),
        newId: this.#newId,
      }),
      ...(options.keyCapacity === undefined ? {} : { capacity: options.keyCapacity }),
    });
    this.#codec = createEventCodec({
      definitions: options.definitions,
      keys: this.#keys,
    });
    this.#compacted = new CompactedReads({
      reads: this.#reads,
      codec: this.#codec,
      append: (stream, expected, event) => this.#appendRaw(stream, expected, [event]),
      keepOne: (stream) => this.setStreamMetadata(stream, { maxCount: 1 }),
      newId: this.#newId,
      logger: options.logger,
    });
  }

  async read<E extends PlainEvent = PlainEvent>(
    stream: string,
    options: {
      fromRevision?: bigint | undefined;
      backwards?: boolean | undefined;
      maxCount?: number | undefined;
    } = {},
  ): Promise<Loaded<E>> {
    const raw = await this.#reads.stream(stream, options);
    if (raw === "missing" || raw === "erased")
      return { events: [], revision: "no_stream", lastPosition: undefined };
    const events: StoredEvent[] = [];
    for (const [index, event] of raw.entries()) {
      events.push(await this.#codec.decodeForDecision(event));
      await leaveTurns(index);
    }
    const last = options.backwards ? events[0] : events.at(-1);
    return {
      events: events as StoredEvent<E>[],
      revision: last?.revision ?? (await this.#reads.revision(stream)),
      lastPosition: last?.position,
    };
  }

  readHistory<E extends PlainEvent = PlainEvent>(
    stream: string,
    compaction: Compaction<E>,
  ): Promise<History<E>> {
    return this.#compacted.read(stream, compaction);
  }

  async append<E extends PlainEvent = PlainEvent>(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    metadata: AppendMetadata,
  ): Promise<Appended<E>> {
    if (events.length === 0) throw new Error("There is nothing to append");
    const raw: RawNewEvent[] = [];
    const plain: (PlainEvent & Pick<StoredEvent, "metadata">)[] = [];
    for (const [index, event] of events.entries()) {
      const encoded = await this.#codec.encode(event);
      const id = event.id ?? this.#eventId(metadata.commandId, `${stream}:${index}`, encoded.data);
      const written = metadataOf(metadata, encoded.version);
      raw.push({ id, type: event.type, data: encoded.data, metadata: written });
      plain.push({ ...encoded.plain, metadata: written });
    }
    const { revision, position } = await this.#appendRaw(stream, expected, raw);
    const createdAt = this.#now();
    const first = revision - BigInt(raw.length - 1);
    const stored = plain.map((event, index) => ({
      ...event,
      id: raw[index]?.id ?? "",
      stream,
      revision: first + BigInt(index),
      position,
      createdAt,
    }));
    return { revision, position, events: stored as StoredEvent<E>[] };
  }

  async head(): Promise<Position | undefined> {
    return (await this.#reads.last())?.position;
  }

  eventIdAt(position: Position): Promise<string | undefined> {
    return eventIdAt(this.#client, this.#reads, position, this.#timeout);
  }

  async *readAll(options: ReadAllOptions = {}): AsyncIterable<StoredEvent> {
    const backwards = options.backwards ?? false;
    const from = options.from ?? (backwards ? "end" : "start");
    const read = this.#client.readAll({
      from,
      backwards,
      maxCount: options.maxCount ?? Number.MAX_SAFE_INTEGER,
    });
    try {
      for await (const event of boundedRead(read, this.#timeout)) {
        if (!isSystemEvent(event)) yield await this.#codec.decode(event);
      }
    } catch (error) {
      throw translated(error);
    }
  }

  subscribeToAll(options: Parameters<EventStore["subscribeToAll"]>[0]) {
    const subscription = startSubscription(
      {
        client: this.#client,
        codec: this.#codec,
        head: () => this.#reads.last(),
        isAway: () => this.#circuits.reads.isAway,
        back: () => this.#circuits.reads.back(),
        logger: this.#options.logger,
        metrics: this.#options.metrics,
      },
      options,
    );
    this.#subscriptions.add(subscription);
    return subscription;
  }

  async deleteStream(stream: string, expected: ExpectedRevision): Promise<void> {
    await this.#deleteStream(stream, expected);
    // A stream that begins again must not be read from what its former self has left.
    const snapshot = await this.#reads.revision(snapshotStream(stream));
    if (snapshot !== "no_stream") await this.#deleteStream(snapshotStream(stream), "any");
  }

  async #deleteStream(stream: string, expected: ExpectedRevision): Promise<void> {
    noteAppend();
    try {
      await within(this.#timeout, this.#client.deleteStream(stream, expected));
    } catch (error) {
      if (error instanceof StreamMissing) return;
      if (error instanceof WrongRevision) throw new ConflictError(stream, error.actual);
      throw translated(error);
    }
  }

  async setStreamMetadata(stream: string, metadata: StreamLimits): Promise<void> {
    noteAppend();
    await this.#changes.retried(() => this.#client.setStreamMetadata(stream, metadata));
  }

  async erasePerson(kind: "admin" | "consumer", id: number): Promise<void> {
    const personId = personIdOf(kind, id);
    noteAppend();
    try {
      await this.#changes.retried(() => this.#client.tombstoneStream(personKeyStream(personId)));
    } catch (error) {
      if (!(error instanceof StreamMissing)) throw error;
    }
    this.#keys.forget(personId);
  }

  outage(): Outage {
    if (this.#circuits.reads.isAway) return "all";
    return this.#circuits.appends.isAway ? "appends" : "none";
  }

  async close(): Promise<void> {
    this.#circuits.stop();
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#compacted.settled();
    await this.#client.close();
  }

  /**
   * The same command writes the same ids for the same content, so that a repeated append is recognised by the store. What
   * it decides differently when it runs twice at once, such as a drawn id, is a conflict: else the store would answer that
   * it was appended, and only one of the two is there.
   */
  #eventId(commandId: string | undefined, place: string, data: unknown): string {
    return commandId === undefined ? this.#newId() : v5(`${place}:${JSON.stringify(data)}`, commandId);
  }

  async #appendRaw(stream: string, expected: ExpectedRevision, events: RawNewEvent[]) {
    const { metrics, logger } = this.#options;
    try {
      const { revision, position } = await appendSafely(this.#client, this.#circuits.appends, {
        stream,
        expected,
        events,
        totalMilliseconds: this.#timeout,
        onRepeat: (error) => {
          metrics?.appendRepeats.inc();
          logger.debug({ err: error, stream }, "An append's outcome is unknown; repeating it");
        },
      });
      metrics?.appends.inc();
      return { revision, position: position ?? (await this.#endOfLog()) };
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw translated(error);
      metrics?.conflicts.inc();
      throw new ConflictError(stream, error.actual);
    }
  }

  /** Stands for the position of an event that can't be read any more: who has read so far has seen all that it led to. */
  async #endOfLog(): Promise<Position> {
    return (await this.head()) ?? { commit: 0n, prepare: 0n };
  }
}
