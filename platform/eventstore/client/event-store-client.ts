import { randomUUID } from "node:crypto";
import type { Logger } from "../../logging/logger.ts";
import type { OutageLog } from "../../logging/outage-log.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import type { ServerKey } from "../../tokens/keyed-hash.ts";
import { LogAppends } from "../appends/log-appends.ts";
import { Authenticity } from "../authenticity/authenticity.ts";
import { EventMacs, macKeyOf } from "../authenticity/event-macs.ts";
import { CompactedReads } from "../compaction/compacted-reads.ts";
import { createEventCodec, type EventCodec } from "../encryption/codec.ts";
import { personKeyStreams } from "../encryption/person-key-streams.ts";
import { createPersonKeys, type PersonKeys, personIdOf, personKeyStream } from "../encryption/person-keys.ts";
import type {
  Appended,
  AppendMetadata,
  Compaction,
  EventStore,
  ExpectedRevision,
  History,
  Loaded,
  NewEvent,
  Outage,
  PlainEvent,
  ReadAllOptions,
  ReadOptions,
  Start,
  StorableDefinition,
  StoredEvent,
  SubscribeOptions,
} from "../event-store.ts";
import type { EventBytes, LogClient, RawEvent, StreamLimits } from "../log-client.ts";
import { type StoreCircuits, storeCircuits } from "../outages/store-circuits.ts";
import type { Position } from "../position.ts";
import { eventIdAt } from "../reads/event-at.ts";
import { RepeatedCalls, ResilientReads } from "../reads/resilient-reads.ts";
import { RememberedOfTheLog } from "../remembered-of-the-log.ts";
import { logLevelOf } from "../store-errors.ts";
import { startSubscription } from "../subscriptions/subscription.ts";
import { EventAppends } from "./event-appends.ts";
import { EventReads } from "./event-reads.ts";
import { StreamChanges } from "./stream-changes.ts";

export interface EventStoreOptions {
  /** The definitions of all events that may be written. */
  definitions: readonly StorableDefinition[];
  /** Wraps the persons' keys, and is the source of the key of the events' MACs. */
  masterKey: ServerKey;
  /** Unsigned events up to this commit position are accepted as this product's. See `requireMacs`. */
  acceptUnsignedUntil?: bigint | undefined;
  logger: Logger;
  metrics?: Metrics | undefined;
  /** The source of ids for events without a command. */
  newId?: () => string;
  now?: () => Date;
  /**
   * The longest wait for an answer, in milliseconds. An append is repeated until then on a broken connection.
   */
  timeoutMilliseconds?: number;
  /** Called when the store becomes unavailable and when it is available again. */
  outages?: Pick<OutageLog, "away" | "back"> | undefined;
  /** The largest number of persons' keys kept in memory. */
  keyCapacity?: number;
  /**
   * Persons whose personal data are read as `null` even where their keys can still be read: the store keeps the
   * events of a deleted key stream until it is scavenged. The set may grow later.
   */
  erased?: ReadonlySet<string> | undefined;
}

/**
 * The event store on any log client, without the network protocol. `openEventStore` connects it to a server.
 */
export class EventStoreClient implements EventStore {
  readonly remembered = new RememberedOfTheLog();
  readonly #log: LogClient;
  readonly #options: EventStoreOptions;
  readonly #timeout: number;
  readonly #circuits: StoreCircuits;
  readonly #rawReads: ResilientReads;
  readonly #keys: PersonKeys;
  readonly authenticity: Authenticity;
  readonly #isForged: (event: RawEvent) => boolean;
  readonly #codec: EventCodec;
  readonly #reads: EventReads;
  readonly #compacted: CompactedReads;
  readonly #appends: EventAppends;
  readonly #changes: StreamChanges;
  readonly #subscriptions = new Set<{ stop(): Promise<void> }>();

  constructor(log: LogClient, options: EventStoreOptions) {
    const { logger, newId = randomUUID, now = () => new Date() } = options;
    const timeoutMilliseconds = options.timeoutMilliseconds ?? 10_000;
    this.#log = log;
    this.#options = options;
    this.#timeout = timeoutMilliseconds;
    this.#circuits = storeCircuits(log, options.outages);
    const reads = new ResilientReads(log, this.#circuits.reads, timeoutMilliseconds);
    const calls = new RepeatedCalls(this.#circuits.appends, timeoutMilliseconds);
    const macKey = macKeyOf(options.masterKey);
    const macs = new EventMacs(macKey);
    const appends = new LogAppends(log, this.#circuits.appends, {
      macs,
      timeoutMilliseconds,
      logger,
      metrics: options.metrics,
      endOfLog: async () => (await this.head()) ?? { commit: 0n, prepare: 0n },
    });
    this.#rawReads = reads;
    this.authenticity = new Authenticity(macKey, {
      reads,
      appends,
      newId,
      firstEvent: () => this.#firstEvent(),
      acceptUnsignedUntil: options.acceptUnsignedUntil,
    });
    const isForged = (event: RawEvent) => this.authenticity.isForged(event);
    this.#isForged = isForged;
    this.#keys = createPersonKeys({
      master: options.masterKey,
      source: personKeyStreams({
        reads,
        masterKeyId: options.masterKey.id,
        isForged,
        appendFirst: (stream, event) => appends.append(stream, "no_stream", [event]),
        newId,
      }),
      erased: options.erased,
      ...(options.keyCapacity === undefined ? {} : { capacity: options.keyCapacity }),
    });
    this.remembered.add("persons' keys", () => this.#keys.forgetAll());
    this.remembered.add("the place of the first MAC", () => this.#requireMacsAgain());
    const codec = createEventCodec({ definitions: options.definitions, keys: this.#keys });
    this.#codec = codec;
    this.#reads = new EventReads({ log, reads, codec, isForged, timeoutMilliseconds });
    this.#appends = new EventAppends({ appends, codec, newId, now });
    this.#changes = new StreamChanges({ log, reads, calls, timeoutMilliseconds });
    this.#compacted = new CompactedReads({
      reads,
      codec,
      isForged,
      append: (stream, expected, event) => appends.append(stream, expected, [event]),
      keepOne: (stream) => this.setStreamMetadata(stream, { maxCount: 1 }),
      newId,
      logger,
    });
  }

  read<E extends PlainEvent = PlainEvent>(stream: string, options: ReadOptions = {}): Promise<Loaded<E>> {
    return this.#reads.stream(stream, options);
  }

  async readRaw(stream: string): Promise<readonly RawEvent[]> {
    const found = await this.#rawReads.stream(stream, {});
    return typeof found === "string" ? [] : found;
  }

  readHistory<E extends PlainEvent = PlainEvent>(
    stream: string,
    compaction: Compaction<E>,
  ): Promise<History<E>> {
    return this.#compacted.read(stream, compaction);
  }

  append<E extends PlainEvent = PlainEvent>(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    metadata: AppendMetadata,
  ): Promise<Appended<E>> {
    return this.#appends.append(stream, expected, events, metadata);
  }

  async head(): Promise<Position | undefined> {
    return (await this.#rawReads.last())?.position;
  }

  eventIdAt(position: Position): Promise<string | undefined> {
    return eventIdAt(this.#log, this.#rawReads, position, this.#timeout);
  }

  readAll(options: ReadAllOptions = {}): AsyncIterable<StoredEvent> {
    return this.#reads.all(options);
  }

  readBytes(options: { from?: Start | undefined } = {}): AsyncIterable<EventBytes> {
    return this.#reads.bytes(options.from ?? "start");
  }

  subscribeToAll(options: SubscribeOptions) {
    const { reads } = this.#circuits;
    const subscription = startSubscription(
      {
        client: this.#log,
        codec: this.#codec,
        isForged: this.#isForged,
        head: () => this.#rawReads.last(),
        isAway: () => reads.isAway,
        back: () => reads.back(),
        lost: () => this.remembered.forget(),
        logger: this.#options.logger,
        metrics: this.#options.metrics,
      },
      options,
    );
    this.#subscriptions.add(subscription);
    return subscription;
  }

  deleteStream(stream: string, expected: ExpectedRevision): Promise<void> {
    return this.#changes.delete(stream, expected);
  }

  setStreamMetadata(stream: string, metadata: StreamLimits): Promise<void> {
    return this.#changes.limit(stream, metadata);
  }

  async erasePerson(kind: "admin" | "consumer", id: number): Promise<void> {
    const personId = personIdOf(kind, id);
    await this.#changes.tombstone(personKeyStream(personId));
    this.#keys.erased(personId);
  }

  requireMacs(options?: { record?: boolean | undefined }): Promise<void> {
    return this.authenticity.require(options);
  }

  async #firstEvent(): Promise<RawEvent | undefined> {
    for await (const event of this.#reads.raw({})) return event;
    return undefined;
  }

  /** After a restore from an older backup, the event store may have no boundary, or another one. */
  #requireMacsAgain(): void {
    if (!this.authenticity.isRequired) return;
    this.authenticity.require().catch((error: unknown) => {
      this.#options.logger[logLevelOf(error)](
        { err: error },
        "The place of the first MAC could not be read again",
      );
    });
  }

  outage(): Outage {
    if (this.#circuits.reads.isAway) return "all";
    return this.#circuits.appends.isAway ? "appends" : "none";
  }

  async close(): Promise<void> {
    this.#circuits.stop();
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#compacted.settled();
    await this.#log.close();
  }
}
