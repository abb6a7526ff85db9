import type { EventDefinition, PersonKind } from "@ornament/contracts/events/definition";
import type { Actor, EventMetadata } from "@ornament/contracts/events/metadata";
import type { StreamLimits } from "./log-client.ts";
import type { Position } from "./position.ts";
import type { RememberedOfTheLog } from "./remembered-of-the-log.ts";

export type { Position };

/** An event as deciders and reducers get it. */
export interface PlainEvent {
  type: string;
  data: unknown;
}

/** What is stored about an event besides its type and data. */
export interface Recorded {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly metadata: EventMetadata;
  readonly position: Position;
  readonly createdAt: Date;
  /**
   * Set if a newer build wrote the event: its type is unknown here, or its data have a newer shape. `read` and
   * `readHistory` refuse such an event; subscriptions and `readAll` deliver it.
   */
  readonly unreadable?: "unknown type" | "newer version";
  /**
   * Set if the data break the event's schema, which only another program can have written: what is wrong, in words. `read` and
   * `readHistory` throw `InvalidEventError` for such an event; subscriptions and `readAll` deliver it.
   */
  readonly invalid?: string;
}

/** A recorded event. A union of events stays a union that can be narrowed by `type`. */
export type StoredEvent<E extends PlainEvent = PlainEvent> = E & Recorded;

/** The events read from a stream. `revision` is that of the last event, or `no_stream` for a missing or erased stream. */
export interface Loaded<E extends PlainEvent = PlainEvent> {
  events: StoredEvent<E>[];
  revision: bigint | "no_stream";
  lastPosition: Position | undefined;
}

/**
 * Which events of a stream its next decision still needs. Folding only these must lead to the same decisions as folding the
 * whole stream, so that a long stream can be read from a snapshot.
 */
export interface Compaction<E extends PlainEvent> {
  /**
   * Must be increased when the rule keeps events that it left out before: snapshots of another version are not used. A new type
   * of event needs no increase, because no snapshot has left one out.
   */
  readonly version: number;
  /** The events that are still needed, in their order. Pure. */
  keep(events: readonly StoredEvent<E>[]): readonly StoredEvent<E>[];
}

/** A stream as its next decision needs it. Of a long stream these are the needed events and the newest ones. */
export interface History<E extends PlainEvent = PlainEvent> extends Loaded<E> {
  /** Whether this is one of the stream's latest commands. */
  holds(commandId: string): boolean;
  /** The events that the command wrote to the stream. They are read from the log if they are not in this history. */
  eventsOf(commandId: string): Promise<StoredEvent<E>[]>;
}

export type ExpectedRevision = bigint | "no_stream" | "any";

/** An event to append. Without an id it gets one that is computed from the command's id and the content. */
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
  /** The id of the server key for the links and codes of these events. */
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
   * Defaults to the start, or to the end when reading backwards. Reading forwards begins with the event at the position;
   * reading backwards begins with the event before it. To include the last event of the log, read backwards from the end.
   */
  from?: Position | "start" | "end" | undefined;
  backwards?: boolean | undefined;
  maxCount?: number | undefined;
}

/** Events that a subscription delivers together. Everything up to `position` was seen, including filtered-out events. */
export interface Batch {
  /** May be empty: then only `position` or `caughtUp` has changed. */
  readonly events: StoredEvent[];
  readonly position: Position;
  /** The id of the event at `position`, of any type; `undefined` if a filter left the event out. */
  readonly eventId?: string | undefined;
  /** Whether the subscription has reached the position that was the end of the log when it started. */
  readonly caughtUp: boolean;
}

/** Which events a subscription delivers: event types by their exact name, streams by prefix. */
export interface SubscriptionFilter {
  readonly eventTypes?: readonly string[] | undefined;
  readonly streamPrefixes?: readonly string[] | undefined;
}

export type Start = Position | "start";

export interface SubscribeOptions {
  /** Names the subscription in logs and metrics. */
  readonly name: string;
  /** The position to continue after. A function is called again after each drop, so that it can read a stored checkpoint. */
  readonly from: Start | (() => Promise<Start>);
  /** Called for one batch at a time. If it throws, the batch is delivered again after a pause. */
  readonly onBatch: (batch: Batch) => Promise<void>;
  readonly filter?: SubscriptionFilter | undefined;
  /** Most events in a batch; 500 by default. */
  readonly batchSize?: number | undefined;
  /**
   * How long after the last batch the next one comes at the soonest, so that a steady flow makes few batches; 0 by default. A full
   * batch does not wait.
   */
  readonly gatherMilliseconds?: number | undefined;
}

export interface Subscription {
  /** Resolves when everything up to the end of the log has been handled, as it was at the latest start. */
  caughtUp(): Promise<void>;
  /** The last position handled. */
  position(): Start;
  /** Stops, and waits until the current batch has been handled. */
  stop(): Promise<void>;
}

/**
 * The event log. Every method throws `UnavailableError` if the store can't be reached in time; a subscription never gives
 * up.
 */
export interface EventStore {
  read<E extends PlainEvent = PlainEvent>(stream: string, options?: ReadOptions): Promise<Loaded<E>>;
  /** What the next decision on a stream needs to know. The cost does not grow with the length of the stream. */
  readHistory<E extends PlainEvent = PlainEvent>(
    stream: string,
    compaction: Compaction<E>,
  ): Promise<History<E>>;
  /** Throws `ConflictError` if the stream is not at the expected revision. */
  append<E extends PlainEvent = PlainEvent>(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    metadata: AppendMetadata,
  ): Promise<Appended<E>>;
  /** The position of the last event of the whole log; `undefined` while it is empty. */
  head(): Promise<Position | undefined>;
  /**
   * The id of the event at exactly this position, which may be one of the store's own events; `undefined` if no event begins
   * there. To check a stored position use `checkPosition`.
   */
  eventIdAt(position: Position): Promise<string | undefined>;
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
  subscribeToAll(options: SubscribeOptions): Subscription;
  deleteStream(stream: string, expected: ExpectedRevision): Promise<void>;
  /**
   * Limits which events of the stream can be read, and which ones a scavenge keeps. A stream with no readable event is read as
   * `no_stream` but keeps its revision: an append at `no_stream` is a conflict that contains the actual revision.
   */
  setStreamMetadata(stream: string, metadata: StreamLimits): Promise<void>;
  /** Deletes the person's key for good. From then on the personal fields of this person are read as `null`. */
  erasePerson(kind: PersonKind, id: number): Promise<void>;
  /** What this process remembers of this log. */
  readonly remembered: RememberedOfTheLog;
  /** Which calls are failing at the moment. */
  outage(): Outage;
  /** Which rights the store refuses to the account, in one line; `undefined` if none. Only the real client has it. */
  refused?(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** `appends`: the store can be read but not written, like a cluster node that has lost its majority. */
export type Outage = "none" | "appends" | "all";

/** What the client needs to know of an event definition. */
export type StorableDefinition = Pick<
  EventDefinition,
  "type" | "schema" | "version" | "upcasters" | "personal" | "person"
>;
