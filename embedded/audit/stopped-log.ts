import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type CancelableRead,
  type EventBytes,
  type LogClient,
  type LogItem,
  LogRefused,
  type LogSubscription,
  type RawEvent,
  type RawFilter,
  StreamMissing,
} from "@ornament/platform/eventstore/log-client";
import type { Position } from "@ornament/platform/eventstore/position";
import { DELETED } from "../eventstore/log/append-decision.ts";
import type { Db } from "../eventstore/log/database.ts";
import { DELETED_ON_THE_WIRE, JSON_CONTENT, type StoredEvent } from "../eventstore/log/event.ts";
import { EventLog } from "../eventstore/log/event-log.ts";
import { damaged, lastingFailure } from "../eventstore/log/file-unusable.ts";
import {
  allBackwards,
  allForwards,
  isMissing,
  type NextPage,
  PAGE_ROWS,
  StreamDeleted,
  streamBackwards,
  streamForwards,
} from "../eventstore/reads/pages.ts";

/** The event store of a stopped product, read without a server. Every change is refused. */
export class StoppedLog implements LogClient {
  readonly #db: Db;
  readonly #log: EventLog;
  readonly #file: string;

  /** @param file the path of the product's file, for messages */
  constructor(db: Db, file: string) {
    this.#db = db;
    this.#log = new EventLog(db);
    this.#file = file;
  }

  readStream(
    stream: string,
    { fromRevision, backwards, maxCount }: Parameters<LogClient["readStream"]>[1],
  ): CancelableRead {
    const log = this.#log;
    const from = fromRevision === undefined ? undefined : Number(fromRevision);
    return readOf(
      maxCount,
      () => {
        if (isMissing(log, stream)) throw new StreamMissing(false);
        return backwards
          ? streamBackwards(log, stream, from ?? DELETED, Date.now)
          : streamForwards(log, stream, from ?? 0, Date.now);
      },
      toRaw,
      this.#file,
    );
  }

  readAll({ from, backwards, maxCount }: Parameters<LogClient["readAll"]>[0]): CancelableRead {
    return readOf(
      maxCount,
      () =>
        backwards
          ? allBackwards(this.#log, edge(from))
          : allForwards(this.#log, Math.max(0, edge(from) - 1), this.#log.head),
      toRaw,
      this.#file,
    );
  }

  readBytes({ from }: Parameters<LogClient["readBytes"]>[0]): CancelableRead<EventBytes> {
    return readOf(
      Number.POSITIVE_INFINITY,
      () => allForwards(this.#log, Math.max(0, edge(from) - 1), this.#log.head),
      (event) => toBytes(whole(event, this.#file)),
      this.#file,
    );
  }

  subscribe(from: Position | "start", filter: RawFilter | undefined): LogSubscription {
    const next = allForwards(this.#log, edge(from));
    let state: "reading" | "at the end" | "stopped" = "reading";
    let stop: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      stop = () => {
        state = "stopped";
        resolve();
      };
    });
    return {
      ended,
      stop: async () => stop(),
      async take(max) {
        await nextTurn();
        const page = state === "reading" ? next(Math.min(max, PAGE_ROWS)) : [];
        const last = page.at(-1);
        if (last) return itemsOf(page, last, filter);
        if (state === "reading") {
          state = "at the end";
          return [{ kind: "caughtUp" }];
        }
        // Nothing is appended to a stopped event store.
        await ended;
        return undefined;
      },
    };
  }

  append = refuse;
  deleteStream = refuse;
  tombstoneStream = refuse;
  setStreamMetadata = refuse;

  async close(): Promise<void> {
    this.#db.close();
  }
}

const refuse = async (): Promise<never> => {
  throw new LogRefused("A stopped event store is only read");
};

const edge = (from: Position | "start" | "end"): number =>
  from === "start" ? 0 : from === "end" ? DELETED : Number(from.commit);

function itemsOf(page: readonly StoredEvent[], last: StoredEvent, filter: RawFilter | undefined): LogItem[] {
  const passes = (event: StoredEvent) =>
    filter?.prefixes.some((prefix) =>
      (filter.on === "eventType" ? event.type : event.stream).startsWith(prefix),
    ) ?? true;
  const events = page.filter(passes).map((event) => ({ kind: "event", event: toRaw(event) }) as const);
  return [...events, { kind: "checkpoint", position: positionOf(last) }];
}

/** A read in pages, which begins when its first event is asked for. */
function readOf<E>(
  maxCount: number,
  begin: () => NextPage,
  as: (event: StoredEvent) => E,
  file: string,
): CancelableRead<E> {
  return {
    cancel: () => undefined,
    async *[Symbol.asyncIterator]() {
      try {
        const next = begin();
        for (let left = maxCount; left > 0; ) {
          const page = next(Math.min(PAGE_ROWS, left));
          if (page.length === 0) return;
          left -= page.length;
          yield* page.map(as);
          await nextTurn();
        }
      } catch (error) {
        throw error instanceof StreamDeleted
          ? new StreamMissing(true)
          : (lastingFailure(file, error) ?? error);
      }
    },
  };
}

/** SQLite keeps values of any type in a column, so a damaged row can have another one. */
function whole(event: StoredEvent, file: string): StoredEvent {
  const { id, stream, type, contentType, data, metadata, created, position } = event;
  const isWhole =
    [id, stream, type, contentType].every((value) => typeof value === "string") &&
    [data, metadata].every((value) => value instanceof Uint8Array) &&
    Number.isInteger(created);
  if (!isWhole) throw damaged(file, `the event at position ${position} has values of other types`);
  return event;
}

const positionOf = ({ position }: StoredEvent): Position => ({
  commit: BigInt(position),
  prepare: BigInt(position),
});

const toRaw = (event: StoredEvent): RawEvent => ({
  id: event.id,
  stream: event.stream,
  revision: BigInt(event.revision),
  type: event.type,
  data: event.contentType === JSON_CONTENT ? jsonOf(event.data) : event.data,
  metadata: jsonOf(event.metadata),
  position: positionOf(event),
  createdAt: new Date(event.created),
});

const toBytes = (event: StoredEvent): EventBytes => ({
  id: event.id,
  stream: event.stream,
  // A tombstone has the number that it has in the protocol.
  revision: BigInt(event.revision === DELETED ? DELETED_ON_THE_WIRE : event.revision),
  type: event.type,
  contentType: event.contentType,
  created: event.created,
  position: positionOf(event),
  metadata: event.metadata,
  data: event.data,
});

/** As the client does, an event of another program without JSON is given without it. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}
