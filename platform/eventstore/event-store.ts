import type { EventDefinition, PersonKind } from "@ornament/contracts/events/definition";
import type { Actor, EventMetadata } from "@ornament/contracts/events/metadata";
import type { ServerKey } from "../tokens/keyed-hash.ts";
import type { EventBytes, RawEvent, ReadOptions, StreamLimits } from "./log-client.ts";
import type { Position } from "./position.ts";

export type { Position };

/** In the form of deciders and reducers. */
export interface PlainEvent {
  type: string;
  data: unknown;
}

/**
 * The stored facts about an event besides its type and data. `read` and `readHistory` throw for an event that is
 * `unreadable`, or with `InvalidEventError` for one that is `invalid` or `damaged`; subscriptions and `readAll`
 * deliver it.
 */
export interface Recorded {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly metadata: EventMetadata;
  readonly position: Position;
  readonly createdAt: Date;
  /**
   * Set if a newer build wrote the event: its type is unknown here, or its data have a newer shape. With `added
   * fields` the newer shape is this build's and other fields, so that a projection can fold it.
   */
  readonly unreadable?: "unknown type" | "newer version" | "added fields";
  /** The problem of data that break the event's schema, in words; only another program can have written them. */
  readonly invalid?: string;
  /**
   * The sealed fields that can't be opened although their person's key exists, in words. They read as `null`.
   */
  readonly damaged?: string;
}

/** A union of events stays a union that can be narrowed by `type`. */
export type StoredEvent<E extends PlainEvent = PlainEvent> = E & Recorded;

/** `revision` is the last event's. */
export interface Loaded<E extends PlainEvent = PlainEvent> {
  events: StoredEvent<E>[];
  revision: bigint | "no_stream";
  lastPosition: Position | undefined;
}

/**
 * The rule for the events of a stream that its next decision needs. Folding only these events must lead to
 * the same decisions as folding the whole stream, so that a long stream can be read from a snapshot.
 */
export interface Compaction<E extends PlainEvent> {
  /**
   * Increase this when the rule keeps events that it dropped before: snapshots of another version are not
   * used. A new event type needs no increase, because no snapshot has dropped one.
   */
  readonly version: number;
  /** In their order. Pure. */
  keep(events: readonly StoredEvent<E>[]): readonly StoredEvent<E>[];
}

/** A stream for its next decision. Of a long one these are the events that still count and the newest ones. */
export interface History<E extends PlainEvent = PlainEvent> extends Loaded<E> {
  /** Whether this is one of the stream's latest commands. */
  holds(commandId: string): boolean;
  /** The events that the command wrote to the stream, read from the store if this history lacks them. */
  eventsOf(commandId: string): Promise<StoredEvent<E>[]>;
}

export type ExpectedRevision = bigint | "no_stream" | "any";

/** Without an id it gets one that is computed from the command's id and the data. */
export interface NewEvent {
  readonly type: string;
  readonly data: unknown;
  readonly id?: string | undefined;
}

export interface RequestOrigin {
  readonly correlationId: string;
  /** Made by the server. */
  readonly requestId?: string | undefined;
}

export interface AppendMetadata extends RequestOrigin {
  readonly actor: Actor;
  readonly sessionId?: string | undefined;
  readonly causationId?: string | undefined;
  readonly commandId?: string | undefined;
  readonly bodyHash?: string | undefined;
  /** Of the server key for the links and codes of these events. */
  readonly keyId?: string | undefined;
}

/** `position` is that of the last event; the events of one append share it here. */
export interface Appended<E extends PlainEvent = PlainEvent> {
  revision: bigint;
  position: Position;
  events: StoredEvent<E>[];
}

export interface ReadAllOptions {
  /**
   * Defaults to the start, or to the end when reading backwards. Reading forwards begins with the event at
   * the position; reading backwards begins with the event before it. A backward read from the end includes
   * the last event.
   */
  from?: Position | "start" | "end" | undefined;
  backwards?: boolean | undefined;
  maxCount?: number | undefined;
  /** Gives a `ForgedEventFound` in place of each forged event. */
  withForged?: boolean | undefined;
}

/** Events that are delivered together, up to `position`; the filter may have dropped others. */
export interface Batch {
  /** None if only `position` or `caughtUp` has changed. */
  readonly events: StoredEvent[];
  readonly position: Position;
  /** Of the event at `position`; `undefined` if the filter dropped it. */
  readonly eventId?: string | undefined;
  /** The end of the event store as it was at the start is reached. */
  readonly caughtUp: boolean;
}

/** Event types by their exact name, streams by prefix. */
export interface SubscriptionFilter {
  readonly eventTypes?: readonly string[] | undefined;
  readonly streamPrefixes?: readonly string[] | undefined;
}

export type Start = Position | "start";

export interface SubscribeOptions {
  readonly name: string;
  /** The position to continue after. A function is called after each drop, to read a stored checkpoint. */
  readonly from: Start | (() => Promise<Start>);
  /** Called for one batch at a time. If it throws, the batch is delivered again. */
  readonly onBatch: (batch: Batch) => Promise<void>;
  readonly filter?: SubscriptionFilter | undefined;
  /** 500 by default. */
  readonly batchSize?: number | undefined;
  /** The shortest time between two batches. A full batch does not wait. */
  readonly gatherMilliseconds?: number | undefined;
  /** As in `ReadAllOptions`. */
  readonly withForged?: boolean | undefined;
}

export interface Subscription {
  /** Resolves when every event up to the end, as it was at the latest start, has been handled. */
  caughtUp(): Promise<void>;
  position(): Start;
  /** Stops, and waits until the current batch has been handled. */
  stop(): Promise<void>;
}

/**
 * Every method throws `UnavailableError` if the store can't be reached in time; a subscription never gives up.
 */
export interface EventStore {
  read<E extends PlainEvent = PlainEvent>(stream: string, options?: ReadOptions): Promise<Loaded<E>>;
  /** As they are stored, forged ones, too. */
  readRaw(stream: string): Promise<readonly RawEvent[]>;
  /** At a cost independent of the stream's length. */
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
  /** The position of the last event; `undefined` while the event store is empty. */
  head(): Promise<Position | undefined>;
  /** The event may be a system event. To check a stored position use `checkPosition`. */
  eventIdAt(position: Position): Promise<string | undefined>;
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
  /** All events as their stored bytes, system events and forged ones, too, from the event at `from` on. */
  readBytes(options?: { from?: Start | undefined }): AsyncIterable<EventBytes>;
  subscribeToAll(options: SubscribeOptions): Subscription;
  deleteStream(stream: string, expected: ExpectedRevision): Promise<void>;
  /**
   * A stream without events within its limits is read as `no_stream` but keeps its revision: an append at
   * `no_stream` is a conflict with the actual revision.
   */
  setStreamMetadata(stream: string, metadata: StreamLimits): Promise<void>;
  /** Deletes the person's key for good. From then on this person's personal fields are read as `null`. */
  erasePerson(kind: PersonKind, id: number): Promise<void>;
  /**
   * From the first call on this event store, every later event must have the MAC of this product, after an
   * hour if a former build wrote the event store. Events without it, or with a wrong one, are forged: reads,
   * histories, subscriptions and `readAll` leave them out. Call it at the start, before other reads. With
   * `record: false` nothing is appended, and the call only finds an earlier one. Throws `ConfigError` if the
   * record of the first call was deleted or not written by this product.
   */
  requireMacs(options?: { record?: boolean | undefined }): Promise<void>;
  /** Known after `requireMacs`. */
  readonly authenticity: { isForged(event: RawEvent): boolean; readonly firstMacKey: ServerKey };
  readonly remembered: RememberedOfTheLog;
  outage(): Outage;
  /** The refused rights of the store account, in one line. Only the real client has it. */
  refused?(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * The memory of this process about the event store: every cache registers here, so that all are cleared
 * together. They are cleared when a subscription is lost and when it is renewed, because the event store may
 * have been restored from a backup. Work that began earlier must not fill a cache again. See
 * docs/decisions/0059-a-backup-is-a-copy-of-the-log.md
 */
export interface RememberedOfTheLog {
  /** @param name as in the list of the decision record */
  add(name: string, forget: () => void): void;
  readonly names: readonly string[];
}

/** `appends`: only those fail, as on a cluster node that has lost its majority. */
export type Outage = "none" | "appends" | "all";

export type StorableDefinition = Pick<
  EventDefinition,
  "type" | "schema" | "version" | "projectableFrom" | "upcasters" | "personal" | "person"
>;
