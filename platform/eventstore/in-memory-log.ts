import { ItemQueue } from "./item-queue.ts";
import {
  type CancelableRead,
  type LogClient,
  type LogItem,
  type LogSubscription,
  type RawEvent,
  type RawFilter,
  type RawNewEvent,
  StreamMissing,
  WrongRevision,
} from "./log-client.ts";
import { comparePositions, type Position } from "./position.ts";

interface StreamFacts {
  events: RawEvent[];
  /** Revisions below this one were deleted. */
  truncatedBefore: bigint;
  tombstoned: boolean;
  maxAgeSeconds: number | undefined;
  maxCount: number | undefined;
}

interface Listener {
  queue: ItemQueue<LogItem>;
  filter: RawFilter | undefined;
}

/** A log in memory that keeps the server's rules: revisions, idempotent appends, deletion, $maxAge, $maxCount, subscriptions. */
export class InMemoryLog implements LogClient {
  readonly #all: RawEvent[] = [];
  readonly #streams = new Map<string, StreamFacts>();
  readonly #listeners = new Set<Listener>();
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  async append(stream: string, expected: bigint | "no_stream" | "any", events: readonly RawNewEvent[]) {
    const facts = this.#facts(stream);
    if (facts.tombstoned) throw new StreamMissing(true);
    const repeated = this.#repeated(facts, expected, events);
    if (repeated) return { revision: repeated.revision, position: repeated.position };
    const actual = this.#revision(facts);
    if (expected !== "any" && expected !== actual) throw new WrongRevision(actual);
    for (const event of events) this.#record(stream, facts, event);
    const last = facts.events.at(-1);
    return { revision: last?.revision ?? 0n, position: last?.position };
  }

  readStream(stream: string, options: Parameters<LogClient["readStream"]>[1]): CancelableRead {
    const facts = this.#streams.get(stream);
    if (!facts || facts.tombstoned || this.#revision(facts) === "no_stream") {
      return failingRead(new StreamMissing(facts?.tombstoned ?? false));
    }
    const { fromRevision, backwards, maxCount } = options;
    const inRange = this.#readable(facts).filter(({ revision }) =>
      backwards ? revision <= (fromRevision ?? revision) : revision >= (fromRevision ?? revision),
    );
    return readOf((backwards ? inRange.reverse() : inRange).slice(0, maxCount));
  }

  readAll({ from, backwards, maxCount }: Parameters<LogClient["readAll"]>[0]): CancelableRead {
    const inRange = this.#all.filter(({ position }) => {
      if (from === "start") return !backwards;
      if (from === "end") return backwards;
      return backwards ? comparePositions(position, from) <= 0 : comparePositions(position, from) >= 0;
    });
    return readOf((backwards ? inRange.reverse() : inRange).slice(0, maxCount));
  }

  subscribe(from: Position | "start", filter: RawFilter | undefined): LogSubscription {
    const listener = { queue: new ItemQueue<LogItem>(), filter };
    for (const event of this.#all) {
      if (from === "start" || comparePositions(event.position, from) > 0) offer(listener, event);
    }
    listener.queue.push({ kind: "caughtUp" });
    this.#listeners.add(listener);
    return {
      take: (max) => listener.queue.take(max),
      stop: async () => {
        this.#listeners.delete(listener);
        listener.queue.end();
      },
    };
  }

  async deleteStream(stream: string, expected: bigint | "no_stream" | "any"): Promise<void> {
    const facts = this.#facts(stream);
    if (facts.tombstoned) throw new StreamMissing(true);
    const actual = this.#revision(facts);
    if (expected !== "any" && expected !== actual) throw new WrongRevision(actual);
    facts.truncatedBefore = BigInt(facts.events.length);
  }

  async tombstoneStream(stream: string): Promise<void> {
    this.#facts(stream).tombstoned = true;
  }

  async setStreamMetadata(stream: string, metadata: { maxAge?: number; maxCount?: number }): Promise<void> {
    const facts = this.#facts(stream);
    facts.maxAgeSeconds = metadata.maxAge;
    facts.maxCount = metadata.maxCount;
  }

  async close(): Promise<void> {
    this.dropSubscriptions();
  }

  /** Ends every subscription as a lost connection would: with the error, or silently. */
  dropSubscriptions(error?: Error): void {
    for (const listener of this.#listeners) listener.queue.end(error);
    this.#listeners.clear();
  }

  #facts(stream: string): StreamFacts {
    const known = this.#streams.get(stream);
    if (known) return known;
    const facts = {
      events: [],
      truncatedBefore: 0n,
      tombstoned: false,
      maxAgeSeconds: undefined,
      maxCount: undefined,
    };
    this.#streams.set(stream, facts);
    return facts;
  }

  #revision(facts: StreamFacts): bigint | "no_stream" {
    const last = facts.events.at(-1);
    return last && last.revision >= facts.truncatedBefore ? last.revision : "no_stream";
  }

  #readable(facts: StreamFacts): RawEvent[] {
    const oldest =
      facts.maxAgeSeconds === undefined ? undefined : this.#now().getTime() - facts.maxAgeSeconds * 1000;
    const first = BigInt(Math.max(0, facts.events.length - (facts.maxCount ?? facts.events.length)));
    return facts.events.filter(
      (event) =>
        event.revision >= facts.truncatedBefore &&
        event.revision >= first &&
        (oldest === undefined || event.createdAt.getTime() > oldest),
    );
  }

  /** The last of the same events, when they already stand where they are expected to. */
  #repeated(facts: StreamFacts, expected: bigint | "no_stream" | "any", events: readonly RawNewEvent[]) {
    const start =
      expected === "any"
        ? facts.events.findIndex((event) => event.id === events[0]?.id)
        : Number(expected === "no_stream" ? facts.truncatedBefore : expected + 1n);
    if (start < 0) return undefined;
    const there = facts.events.slice(start, start + events.length);
    const same =
      there.length === events.length && there.every((event, index) => event.id === events[index]?.id);
    return same ? there.at(-1) : undefined;
  }

  #record(stream: string, facts: StreamFacts, event: RawNewEvent): void {
    const place = BigInt(this.#all.length + 1) * 100n;
    const recorded: RawEvent = {
      id: event.id,
      stream,
      revision: BigInt(facts.events.length),
      type: event.type,
      data: JSON.parse(JSON.stringify(event.data)),
      metadata: JSON.parse(JSON.stringify(event.metadata)),
      position: { commit: place, prepare: place },
      createdAt: this.#now(),
    };
    facts.events.push(recorded);
    this.#all.push(recorded);
    for (const listener of this.#listeners) offer(listener, recorded);
  }
}

function offer({ queue, filter }: Listener, event: RawEvent): void {
  const subject = filter?.on === "streamName" ? event.stream : event.type;
  if (filter && !filter.prefixes.some((prefix) => subject.startsWith(prefix))) return;
  queue.push({ kind: "event", event });
}

function readOf(events: readonly RawEvent[]): CancelableRead {
  return {
    cancel: () => undefined,
    async *[Symbol.asyncIterator]() {
      yield* events;
    },
  };
}

function failingRead(error: Error): CancelableRead {
  return {
    cancel: () => undefined,
    // biome-ignore lint/correctness/useYield: a read that fails before its first event
    async *[Symbol.asyncIterator]() {
      throw error;
    },
  };
}
