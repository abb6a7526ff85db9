import { randomUUID } from "node:crypto";
import {
  type AppendDecision,
  DELETED,
  decideAppend,
  NO_STREAM,
} from "@ornament/embedded/eventstore/log/append-decision";
import { KnownIds } from "@ornament/embedded/eventstore/log/known-ids";
import { ItemQueue } from "@ornament/platform/eventstore/item-queue";
import {
  type CancelableRead,
  type EventBytes,
  type LogClient,
  type LogItem,
  type LogSubscription,
  type RawEvent,
  type RawFilter,
  type RawNewEvent,
  type StreamLimits,
  StreamMissing,
  type StreamRead,
  WrongRevision,
} from "@ornament/platform/eventstore/log-client";
import { comparePositions, type Position } from "@ornament/platform/eventstore/position";

const noId = "00000000-0000-0000-0000-000000000000";

type Expected = bigint | "no_stream" | "any";

/** The limits for reading the events of a stream. `truncateBefore: DELETED` is a soft delete. */
interface Retention {
  readonly maxAge?: number | undefined;
  readonly maxCount?: number | undefined;
  readonly truncateBefore?: number | undefined;
}

interface Stream {
  readonly name: string;
  readonly events: RawEvent[];
  tombstoned: boolean;
  retention: Retention | undefined;
}

interface Listener {
  queue: ItemQueue<LogItem>;
  after: Position | "start";
  filter: RawFilter | undefined;
}

/**
 * An in-memory event store with the server's rules: revisions, repeated appends, deletion, retention, system
 * events (metadata, tombstones) in `$all`, and the start of reads and subscriptions. The same contract tests
 * run on it and on a server.
 */
export class InMemoryLog implements LogClient {
  readonly #all: RawEvent[] = [];
  readonly #streams = new Map<string, Stream>();
  readonly #listeners = new Set<Listener>();
  #knownIds = new KnownIds();
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  async append(
    name: string,
    expected: Expected,
    events: readonly RawNewEvent[],
  ): Promise<{ revision: bigint; position: Position | undefined }> {
    const stream = this.#stream(name);
    const ids = events.map(({ id }) => id);
    if (ids.includes(noId)) throw new Error("Empty eventId provided.");
    const decision = this.#decide(stream, expected, ids);
    if (decision.kind === "repeat") {
      const found = stream.events[decision.revision];
      const visible = found !== undefined && this.#readable(stream).includes(found);
      return { revision: BigInt(decision.revision), position: visible ? found.position : undefined };
    }
    refuseUnlessAppend(stream, decision);
    const first = stream.events.length;
    for (const event of events) this.#record(stream, event);
    const last = stream.events.at(-1);
    if (isSoftDeleted(stream)) this.#writeMetadata(stream, { ...stream.retention, truncateBefore: first });
    return { revision: last?.revision ?? 0n, position: last?.position };
  }

  async readStream(name: string, options: Parameters<LogClient["readStream"]>[1]): Promise<StreamRead> {
    const stream = this.#streams.get(name);
    if (stream?.tombstoned) return "erased";
    if (!stream || stream.events.length === 0 || isSoftDeleted(stream)) return "missing";
    const { fromRevision, backwards, maxCount } = options;
    const inRange = this.#readable(stream).filter(({ revision }) =>
      backwards ? revision <= (fromRevision ?? revision) : revision >= (fromRevision ?? revision),
    );
    return (backwards ? inRange.reverse() : inRange).slice(0, maxCount);
  }

  readAll({ from, backwards, maxCount }: Parameters<LogClient["readAll"]>[0]): CancelableRead<RawEvent> {
    const place = this.#placeOf(from);
    if (place === "between" || (place === "beyond" && backwards))
      return failingRead(new Error("Unexpected ReadAllResult: InvalidPosition"));
    const inRange = this.#all.filter(({ position }) => {
      if (from === "start") return !backwards;
      if (from === "end") return backwards;
      return backwards ? comparePositions(position, from) < 0 : comparePositions(position, from) >= 0;
    });
    return readOf((backwards ? inRange.reverse() : inRange).slice(0, maxCount));
  }

  readBytes({ from }: Parameters<LogClient["readBytes"]>[0]): CancelableRead<EventBytes> {
    const placed = from === "start" || this.#placeOf(from) === "known";
    if (!placed) return failingRead(new Error("Unexpected ReadAllResult: InvalidPosition"));
    const events = this.#all.filter(
      ({ position }) => from === "start" || comparePositions(position, from) >= 0,
    );
    return readOf(events.map(toBytes));
  }

  subscribe(from: Position | "start", filter: RawFilter | undefined): LogSubscription {
    const listener = { queue: new ItemQueue<LogItem>(), filter, after: from };
    if (this.#placeOf(from) === "between")
      listener.queue.end(new Error("Trying to read from an invalid position."));
    for (const event of this.#all) offer(listener, event);
    listener.queue.push({ kind: "caughtUp" });
    this.#listeners.add(listener);
    return {
      take: (max) => listener.queue.take(max),
      ended: listener.queue.ended,
      stop: async () => {
        this.#listeners.delete(listener);
        listener.queue.end();
      },
    };
  }

  async deleteStream(name: string, expected: Expected): Promise<void> {
    const stream = this.#stream(name);
    refuseUnlessAppend(stream, this.#decide(stream, expected, [randomUUID()]));
    if (stream.events.length === 0 && !stream.retention) throw new WrongRevision("no_stream");
    this.#writeMetadata(stream, { truncateBefore: DELETED });
  }

  async tombstoneStream(name: string): Promise<void> {
    const stream = this.#stream(name);
    if (stream.tombstoned) throw new StreamMissing(true);
    stream.tombstoned = true;
    this.#publish({ ...this.#recorded(stream, systemEvent("$streamDeleted", {})), revision: 2n ** 63n - 1n });
  }

  async setStreamMetadata(name: string, metadata: StreamLimits): Promise<void> {
    const stream = this.#stream(name);
    if (stream.tombstoned) throw new StreamMissing(true);
    const revived = isSoftDeleted(stream);
    this.#writeMetadata(stream, metadata);
    if (revived) this.#writeMetadata(stream, { ...metadata, truncateBefore: stream.events.length });
  }

  async close(): Promise<void> {
    this.dropSubscriptions();
  }

  /** Ends every subscription as a lost connection would, with or without an error. */
  dropSubscriptions(error?: Error): void {
    for (const listener of this.#listeners) listener.queue.end(error);
    this.#listeners.clear();
  }

  #placeOf(from: Position | "start" | "end"): "known" | "between" | "beyond" {
    if (typeof from === "string" || from.commit === 0n) return "known";
    const last = this.#all.at(-1)?.position;
    if (!last || comparePositions(from, last) > 0) return "beyond";
    return this.#all.some(({ position }) => comparePositions(position, from) === 0) ? "known" : "between";
  }

  #stream(name: string): Stream {
    const known = this.#streams.get(name);
    if (known) return known;
    const stream = { name, events: [], tombstoned: false, retention: undefined };
    this.#streams.set(name, stream);
    return stream;
  }

  #readable({ events, retention = {} }: Stream): RawEvent[] {
    const { maxAge, maxCount = Number.POSITIVE_INFINITY, truncateBefore = 0 } = retention;
    const first = Math.max(truncateBefore, events.length - maxCount);
    const oldest = maxAge === undefined ? Number.NEGATIVE_INFINITY : this.#now().getTime() - maxAge * 1000;
    return events.filter(({ createdAt }, revision) => revision >= first && createdAt.getTime() >= oldest);
  }

  /** Metadata are events in a separate stream, of which only the newest can be read. */
  #writeMetadata(stream: Stream, retention: Retention): void {
    stream.retention = retention;
    const { maxAge, maxCount, truncateBefore } = retention;
    const metastream = this.#stream(`$$${stream.name}`);
    metastream.retention = { maxCount: 1 };
    const data = { $maxAge: maxAge, $maxCount: maxCount, $tb: truncateBefore };
    this.#record(metastream, systemEvent("$metadata", data));
  }

  #decide(stream: Stream, expected: Expected, eventIds: readonly string[]): AppendDecision {
    const { name, events, tombstoned } = stream;
    return decideAppend({
      expected: typeof expected === "bigint" ? Number(expected) : expected,
      eventIds,
      last: tombstoned ? DELETED : events.length - 1,
      softDeleted: isSoftDeleted(stream),
      revisionOf: (id) => this.#knownIds.revisionOf(name, id),
      idAt: (revision) => events[revision]?.id,
    });
  }

  #record(stream: Stream, event: RawNewEvent): void {
    const recorded = this.#recorded(stream, event);
    stream.events.push(recorded);
    this.#knownIds.add(stream.name, event.id, stream.events.length - 1);
    this.#publish(recorded);
  }

  #recorded(stream: Stream, event: RawNewEvent): RawEvent {
    const place = BigInt(this.#all.length + 1) * 100n;
    return {
      id: event.id,
      stream: stream.name,
      revision: BigInt(stream.events.length),
      type: event.type,
      data: JSON.parse(JSON.stringify(event.data)),
      metadata: JSON.parse(JSON.stringify(event.metadata)),
      position: { commit: place, prepare: place },
      createdAt: this.#now(),
    };
  }

  #publish(event: RawEvent): void {
    this.#all.push(event);
    for (const listener of this.#listeners) offer(listener, event);
  }
}

const isSoftDeleted = ({ retention }: Stream): boolean => retention?.truncateBefore === DELETED;

const systemEvent = (type: string, data: Record<string, unknown>): RawNewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {},
});

function refuseUnlessAppend({ events }: Stream, { kind }: AppendDecision): void {
  if (kind === "deleted") throw new StreamMissing(true);
  const last = events.length - 1;
  if (kind !== "append") throw new WrongRevision(last === NO_STREAM ? "no_stream" : BigInt(last));
}

function offer({ queue, filter, after }: Listener, event: RawEvent): void {
  if (after !== "start" && comparePositions(event.position, after) <= 0) return;
  const subject = filter?.on === "streamName" ? event.stream : event.type;
  if (filter && !filter.prefixes.some((prefix) => subject.startsWith(prefix))) return;
  queue.push({ kind: "event", event });
}

const toBytes = ({ data, metadata, createdAt, ...event }: RawEvent): EventBytes => ({
  ...event,
  contentType: "application/json",
  created: createdAt.getTime(),
  metadata: Buffer.from(JSON.stringify(metadata)),
  data: Buffer.from(JSON.stringify(data)),
});

function readOf<E>(events: readonly E[]): CancelableRead<E> {
  return {
    cancel: () => undefined,
    async *[Symbol.asyncIterator]() {
      yield* events;
    },
  };
}

function failingRead(error: Error): CancelableRead<never> {
  return {
    cancel: () => undefined,
    // biome-ignore lint/correctness/useYield: a read that fails before its first event
    async *[Symbol.asyncIterator]() {
      throw error;
    },
  };
}
