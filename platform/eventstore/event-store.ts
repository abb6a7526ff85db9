import { Refusal } from "@ornament/contracts/errors";
import type { EventDefinition, PersonKind } from "@ornament/contracts/events/definition";
import type { Actor, EventMetadata } from "@ornament/contracts/events/metadata";
import type { Compaction, History } from "./compaction/compaction.ts";
import type { StreamLimits } from "./log-client.ts";
import type { Position } from "./position.ts";

export type { Position };

/** An event as deciders and reducers see it. */
export interface PlainEvent {
  type: string;
  data: unknown;
}

/** What the log knows about an event besides its type and data. */
export interface Recorded {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly metadata: EventMetadata;
  readonly position: Position;
  readonly createdAt: Date;
  /**
   * Set where a newer build wrote the event: its type is unknown here, or its data have a newer shape. `read` and
   * `readHistory` refuse such an event; a subscription and `readAll` pass it on.
   */
  readonly unreadable?: "unknown type" | "newer version";
}

/** A recorded event; a union of events stays a union that `type` tells apart. */
export type StoredEvent<E extends PlainEvent = PlainEvent> = E & Recorded;

/** A stream as it was read. `revision` is that of the last event; a missing or erased stream is `no_stream`. */
export interface Loaded<E extends PlainEvent = PlainEvent> {
  events: StoredEvent<E>[];
  revision: bigint | "no_stream";
  lastPosition: Position | undefined;
}

export type ExpectedRevision = bigint | "no_stream" | "any";

/** An event to append. Without an id of its own it gets one made from the command's id. */
export interface NewEvent {
  readonly type: string;
  readonly data: unknown;
  readonly id?: string | undefined;
}

export interface AppendMetadata {
  readonly correlationId: string;
  readonly actor: Actor;
  readonly causationId?: string | undefined;
  readonly commandId?: string | undefined;
  readonly bodyHash?: string | undefined;
  /** The server key that links and codes of these events are made with. */
  readonly keyId?: string | undefined;
}

/** `position` is that of the last event; the events of one append share it here. */
export interface Appended<E extends PlainEvent = PlainEvent> {
  revision: bigint;
  position: Position;
  events: StoredEvent<E>[];
}

export interface ReadOptions {
  fromRevision?: bigint | undefined;
  backwards?: boolean | undefined;
  maxCount?: number | undefined;
}

export interface ReadAllOptions {
  /**
   * Defaults to the start, or to the end when reading backwards. Forwards the event at a position is the first; backwards
   * it is not read, and the first is the one before it. To read back with the log's last event, read from the end.
   */
  from?: Position | "start" | "end" | undefined;
  backwards?: boolean | undefined;
  maxCount?: number | undefined;
}

/** Events taken from a subscription at once. Everything up to `position` has been seen, also what a filter left out. */
export interface Batch {
  /** May be empty: then only `position` or `caughtUp` has changed. */
  readonly events: StoredEvent[];
  readonly position: Position;
  /** The id of the event at `position`, of whatever kind; `undefined` where a filter kept it back. */
  readonly eventId?: string | undefined;
  /** The subscription has reached the head of the log as it was when it began. */
  readonly caughtUp: boolean;
}

/** Which events a subscription is given. Both are exact for event types and by prefix for streams. */
export interface SubscriptionFilter {
  readonly eventTypes?: readonly string[] | undefined;
  readonly streamPrefixes?: readonly string[] | undefined;
}

export type Start = Position | "start";

export interface SubscribeOptions {
  /** Names the subscription in logs and metrics. */
  readonly name: string;
  /** Where to go on, exclusive. A function is asked again after each drop, so that a stored checkpoint counts. */
  readonly from: Start | (() => Promise<Start>);
  /** Called for one batch at a time. When it throws, the subscription backs off and delivers again. */
  readonly onBatch: (batch: Batch) => Promise<void>;
  readonly filter?: SubscriptionFilter | undefined;
  /** Most events in a batch; 500 unless given. */
  readonly batchSize?: number | undefined;
}

export interface Subscription {
  /** Resolves once the head of the log, as it was at the (latest) start, has been handled. */
  caughtUp(): Promise<void>;
  /** The last position handled. */
  position(): Start;
  /** Stops and waits for the batch in hand. */
  stop(): Promise<void>;
}

/**
 * The session with the event log. Every method throws `UnavailableError` when the store can't be reached within its
 * bound; a subscription never gives up.
 */
export interface EventStore {
  read<E extends PlainEvent = PlainEvent>(stream: string, options?: ReadOptions): Promise<Loaded<E>>;
  /** What the next decision on a stream needs of it, at a cost that does not grow with the stream's past. */
  readHistory<E extends PlainEvent = PlainEvent>(
    stream: string,
    compaction: Compaction<E>,
  ): Promise<History<E>>;
  /** Throws `ConflictError` when the stream is not at the expected revision. */
  append<E extends PlainEvent = PlainEvent>(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    metadata: AppendMetadata,
  ): Promise<Appended<E>>;
  /** The position of the last event of the whole log; `undefined` while it is empty. */
  head(): Promise<Position | undefined>;
  /**
   * The id of the event that stands at exactly this position, one of the store's own included; `undefined` where none
   * begins there. To judge a stored position use `findPlace`.
   */
  eventIdAt(position: Position): Promise<string | undefined>;
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
  subscribeToAll(options: SubscribeOptions): Subscription;
  deleteStream(stream: string, expected: ExpectedRevision): Promise<void>;
  /**
   * Limits what of the stream can be read, and so what a scavenge leaves. A stream of which nothing can be read any more
   * reads as `no_stream`, but is at its old revision: an append at `no_stream` is a conflict that tells where it is.
   */
  setStreamMetadata(stream: string, metadata: StreamLimits): Promise<void>;
  /** Deletes the person's key for good: personal fields of the person read as `null` from then on. */
  erasePerson(kind: PersonKind, id: number): Promise<void>;
  /** What the store does not do at the moment, as far as it was asked. */
  outage(): Outage;
  /** What the store has refused the account and still refuses, in a line for people; absent where nobody asks. */
  refused?(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** `appends`: it can be read, but takes nothing, as a node of a cluster without its majority. */
export type Outage = "none" | "appends" | "all";

/** What the session has to know of an event definition. */
export type StorableDefinition = Pick<
  EventDefinition,
  "type" | "schema" | "version" | "upcasters" | "personal" | "person"
>;

/** The stream is not at the expected revision; `actual` is where it is, as far as the store said. */
export class ConflictError extends Error {
  readonly stream: string;
  readonly actual: bigint | "no_stream";

  constructor(stream: string, actual: bigint | "no_stream") {
    super(`The stream ${stream} is at ${actual}`);
    this.name = "ConflictError";
    this.stream = stream;
    this.actual = actual;
  }
}

/**
 * The event store could not be reached in time. `outcome_unknown` says that what was asked for may have happened: the
 * same command sent again, with its Idempotency-Key, is done once.
 */
export class UnavailableError extends Refusal {
  constructor(cause?: unknown, code: "unavailable" | "outcome_unknown" = "unavailable") {
    super(code, { retryAfterSeconds: 2 });
    this.name = "UnavailableError";
    this.cause = cause;
  }
}

/**
 * How loudly a failure of work that is repeated is told: whoever watches the store tells of its outages and of rights that
 * it refuses, once for all that fail by them.
 */
export const toldAs = (error: unknown): "warn" | "debug" =>
  error instanceof UnavailableError || error instanceof StoreRefusedError ? "debug" : "warn";

/** The event store has no space left and wrote nothing of what was appended; reads go on. */
export class StorageFullError extends Refusal {
  constructor(cause?: unknown) {
    super("storage_full", { retryAfterSeconds: 30 });
    this.name = "StorageFullError";
    this.cause = cause;
  }
}

/**
 * The account at the event store lacks a right, or the event store refuses the account itself. It stays so until somebody
 * mends it, and nothing was written: what works beside requests goes on without what was refused.
 */
export class StoreRefusedError extends Refusal {
  constructor(cause?: unknown) {
    super("unavailable", { retryAfterSeconds: 30 });
    this.name = "StoreRefusedError";
    this.cause = cause;
  }
}
