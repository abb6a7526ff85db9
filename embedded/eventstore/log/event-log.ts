import { LRUCache } from "lru-cache";
import { DELETED, NO_STREAM } from "./append-decision.ts";
import { closeDatabase, type Db } from "./database.ts";
import type { ProposedEvent } from "./event.ts";
import { KnownIds } from "./known-ids.ts";
import { LogPages } from "./log-pages.ts";
import { LogSpace } from "./log-space.ts";
import type { StreamState } from "./stream-metadata.ts";
import {
  isMetastream,
  METASTREAM_RETENTION,
  metastreamOf,
  originalStreamOf,
  parseRetention,
  type Retention,
} from "./stream-metadata.ts";

/** The number of streams whose states are kept in memory. */
const CACHED_STREAMS = 20_000;

/** The distance of positions. As on the real server, the number after a position is not a position. */
const POSITION_STEP = 16;

/**
 * The events in SQLite: all of them in order, and the order of each stream. Synchronous, used by one thread.
 */
export class EventLog {
  readonly pages: LogPages;
  readonly space: LogSpace;
  readonly #db: Db;
  readonly #cache = new LRUCache<string, StreamState>({ max: CACHED_STREAMS });
  readonly #knownIds = new KnownIds();
  /** The ids of the transaction that runs. */
  #newIds: string[] = [];
  readonly #statements: ReturnType<typeof prepare>;
  #head: number;

  constructor(db: Db) {
    this.#db = db;
    this.#statements = prepare(db);
    this.#head = this.#storedHead();
    this.pages = new LogPages(db);
    this.space = new LogSpace(db);
  }

  /**
   * Whether the position is or was that of an event, or the start (0). Not for positions beyond the head. An
   * old version gave out every number, up to the last event at one that is no step.
   */
  isPosition(position: number): boolean {
    return position % POSITION_STEP === 0 || this.#statements.withoutStep.get([position]) !== undefined;
  }

  /** The position of the newest event, 0 in an empty event store. */
  get head(): number {
    return this.#head;
  }

  /** Runs the work in one transaction, on disk when this returns. A throw rolls it back. */
  commit<T>(work: () => T): T {
    this.#newIds = [];
    this.#statements.begin.run();
    try {
      const result = work();
      this.#statements.commit.run();
      return result;
    } catch (error) {
      this.#cache.clear();
      this.#knownIds.forget(this.#newIds);
      if (this.#db.inTransaction) this.#statements.rollback.run();
      this.#head = this.#storedHead();
      throw error;
    }
  }

  stream(name: string): StreamState {
    const known = this.#cache.get(name);
    if (known !== undefined) return known;
    const state = this.#load(name);
    this.#cache.set(name, state);
    return state;
  }

  /** Adds events to a stream and returns the position of the last one. Inside {@link commit} only. */
  append(state: StreamState, events: readonly ProposedEvent[], created: number): number {
    for (const event of events) this.#insert(state, state.last + 1, event, created);
    this.#forgetDependent(state.name);
    return this.#head;
  }

  /** Ends the stream for good with the given event. Inside {@link commit} only. */
  tombstone(state: StreamState, event: ProposedEvent, created: number): number {
    this.#insert(state, DELETED, event, created);
    this.#cache.delete(metastreamOf(state.name));
    return this.#head;
  }

  /** The revision of the stream's event with this id, while the id is among the newest. */
  revisionOf(state: StreamState, eventId: string): number | undefined {
    return this.#knownIds.revisionOf(state.name, eventId);
  }

  /** The id and position of the stream's event at the revision, even if retention hides it from readers. */
  eventAt(state: StreamState, revision: number): { id: string; position: number } | undefined {
    if (state.id === undefined) return undefined;
    const row = this.#statements.eventAt.get([state.id, revision]) as [string, number] | undefined;
    return row && { id: row[0], position: row[1] };
  }

  /** The time at which the first event at or after the revision was written. */
  createdFrom(state: StreamState, revision: number): number | undefined {
    if (state.id === undefined) return undefined;
    const row = this.#statements.createdFrom.get([state.id, revision]) as [number] | undefined;
    return row?.[0];
  }

  /** The newest metadata of a stream as they were written. */
  metadataOf(name: string): Uint8Array | undefined {
    const row = this.#statements.metadataOf.get([metastreamOf(name)]) as [Buffer] | undefined;
    return row?.[0];
  }

  /** @param isRemoved the folder may be gone, and with it the lock */
  close(isRemoved = false): void {
    if (isRemoved) this.#db.close();
    else closeDatabase(this.#db);
  }

  #storedHead(): number {
    return (this.#statements.head.get([]) as [number | null])[0] ?? 0;
  }

  #load(name: string): StreamState {
    const row = this.#statements.streamId.get([name]) as [number] | undefined;
    const id = row?.[0];
    const meta = isMetastream(name);
    const metadata = meta ? undefined : this.metadataOf(name);
    const retention: Retention = meta ? METASTREAM_RETENTION : metadata ? parseRetention(metadata) : {};
    const gone = meta && this.stream(originalStreamOf(name)).last === DELETED;
    return {
      name,
      id,
      last: gone ? DELETED : id === undefined ? NO_STREAM : this.#storedLast(id),
      retention,
    };
  }

  #storedLast(id: number): number {
    return (this.#statements.last.get([id]) as [number | null])[0] ?? NO_STREAM;
  }

  #insert(state: StreamState, revision: number, event: ProposedEvent, created: number): void {
    if (state.id === undefined) {
      this.#statements.addStream.run([state.name]);
      state.id = (this.#statements.streamId.get([state.name]) as [number])[0];
    }
    const { id, type, contentType, metadata, data } = event;
    this.#head += POSITION_STEP - (this.#head % POSITION_STEP);
    const row = [this.#head, state.id, revision, id, type, contentType, created, metadata, data];
    this.#statements.insert.run(row);
    state.last = revision;
    if (this.#knownIds.add(state.name, id, revision)) this.#newIds.push(id);
  }

  #forgetDependent(name: string): void {
    if (isMetastream(name)) this.#cache.delete(originalStreamOf(name));
  }
}

function prepare(db: Db) {
  const rows = (sql: string) => db.prepare(sql).raw();
  return {
    begin: db.prepare("BEGIN IMMEDIATE"),
    commit: db.prepare("COMMIT"),
    rollback: db.prepare("ROLLBACK"),
    head: rows("SELECT max(position) FROM events"),
    withoutStep: rows(
      `SELECT 1 FROM events WHERE position >= ? AND position % ${POSITION_STEP} <> 0 LIMIT 1`,
    ),
    streamId: rows("SELECT id FROM streams WHERE name = ?"),
    addStream: db.prepare("INSERT INTO streams (name) VALUES (?)"),
    last: rows("SELECT max(revision) FROM events WHERE stream_id = ?"),
    insert: db.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
    eventAt: rows("SELECT event_id, position FROM events WHERE stream_id = ? AND revision = ?"),
    createdFrom: rows(
      "SELECT created FROM events WHERE stream_id = ? AND revision >= ? ORDER BY revision LIMIT 1",
    ),
    metadataOf: rows(
      "SELECT data FROM events WHERE stream_id = (SELECT id FROM streams WHERE name = ?) ORDER BY revision DESC LIMIT 1",
    ),
  };
}
