import { DELETED, NO_STREAM } from "@ornament/platform/eventstore/emulation/append-decision";
import type { KnownIds } from "@ornament/platform/eventstore/emulation/known-ids";
import { closeDatabase, type Db } from "./database.ts";
import type { ProposedEvent, StoredEvent } from "./event.ts";
import { StreamCache, type StreamState } from "./stream-cache.ts";
import {
  isMetastream,
  METASTREAM_RETENTION,
  metastreamOf,
  originalStreamOf,
  parseRetention,
  type Retention,
} from "./stream-metadata.ts";

type EventRow = [number, string, number, string, string, string, number, Buffer, Buffer];

const COLUMNS =
  "e.position, s.name, e.revision, e.event_id, e.type, e.content_type, e.created, e.metadata, e.data";
// CROSS JOIN keeps SQLite from driving the scan by stream.
const TABLES = "events e CROSS JOIN streams s ON s.id = e.stream_id";

/** Positions lie so far apart: as on the real server, the number after one is no position. */
const POSITION_STEP = 16;

/** Stands in the file's `user_version` while copies of erased events may be left in it. */
const ERASED = 1;

/** The log on SQLite: every event in order, and each stream's own order. Synchronous; one thread uses it. */
export class EventLog {
  readonly #db: Db;
  readonly #cache = new StreamCache();
  readonly #knownIds: KnownIds;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #gaplessUntil: number;
  #head: number;

  constructor(db: Db, knownIds: KnownIds) {
    this.#db = db;
    this.#knownIds = knownIds;
    this.#statements = prepare(db);
    this.#head = this.#storedHead();
    this.#gaplessUntil = (this.#statements.gapless.get([]) as [number])[0];
  }

  /**
   * Whether an event stands at the position, or once stood there; the log's start (0) counts as one. Of what lies beyond
   * the head this says nothing.
   */
  isPosition(position: number): boolean {
    if (position <= this.#gaplessUntil || position % POSITION_STEP === 0) return true;
    return this.#statements.at.get([position]) !== undefined;
  }

  /** Position of the newest event, 0 in an empty log. */
  get head(): number {
    return this.#head;
  }

  /** Runs the work in one transaction, on disk when this returns. A throw undoes all of it. */
  commit<T>(work: () => T): T {
    this.#statements.begin.run();
    try {
      const result = work();
      this.#statements.commit.run();
      return result;
    } catch (error) {
      this.#cache.clear();
      this.#knownIds.forget();
      if (this.#db.inTransaction) this.#statements.rollback.run();
      this.#head = this.#storedHead();
      throw error;
    }
  }

  stream(name: string): StreamState {
    const known = this.#cache.get(name);
    if (known !== undefined) return known;
    const state = this.#load(name);
    this.#cache.put(state);
    return state;
  }

  /** Adds events after the stream's newest and answers the position of the last one. Inside {@link commit} only. */
  append(state: StreamState, events: readonly ProposedEvent[], created: number): number {
    for (const event of events) this.#insert(state, state.last + 1, event, created);
    this.#forgetDependent(state.name);
    return this.#head;
  }

  /** Ends the stream for good with the given event. Inside {@link commit} only. */
  tombstone(state: StreamState, event: ProposedEvent, created: number): number {
    this.#insert(state, DELETED, event, created);
    this.#cache.forget(metastreamOf(state.name));
    return this.#head;
  }

  /** Where the stream has the event, as long as its id is among those written last. */
  revisionOf(state: StreamState, eventId: string): number | undefined {
    return this.#knownIds.revisionOf(state.name, eventId);
  }

  /** Id and position of the stream's event at the revision, whether or not retention still shows it. */
  eventAt(state: StreamState, revision: number): { id: string; position: number } | undefined {
    if (state.id === undefined) return undefined;
    const row = this.#statements.eventAt.get([state.id, revision]) as [string, number] | undefined;
    return row && { id: row[0], position: row[1] };
  }

  /** When the first event at or after the revision was made. */
  createdFrom(state: StreamState, revision: number): number | undefined {
    if (state.id === undefined) return undefined;
    const row = this.#statements.createdFrom.get([state.id, revision]) as [number] | undefined;
    return row?.[0];
  }

  /** The newest metadata of a stream as it was written. */
  metadataOf(name: string): Uint8Array | undefined {
    const row = this.#statements.metadataOf.get([metastreamOf(name)]) as [Buffer] | undefined;
    return row?.[0];
  }

  // Pages hold at most `limit` events and about a megabyte, but one event at least while there is one.

  allAfter(position: number, limit: number): StoredEvent[] {
    return this.#page(this.#statements.allAfter, [position], limit);
  }

  allBefore(position: number, limit: number): StoredEvent[] {
    return this.#page(this.#statements.allBefore, [position], limit);
  }

  streamFrom(state: StreamState, revision: number, limit: number): StoredEvent[] {
    if (state.id === undefined) return [];
    return this.#page(this.#statements.streamFrom, [state.id, revision], limit);
  }

  /** Events of the stream from `revision` downwards, none below `least`. */
  streamDownFrom(state: StreamState, revision: number, least: number, limit: number): StoredEvent[] {
    if (state.id === undefined) return [];
    return this.#page(this.#statements.streamDownFrom, [state.id, revision, least], limit);
  }

  /** Names of the streams that metadata or a tombstone may have hidden events of. */
  streamsWithHiddenEvents(): string[] {
    const named = (rows: unknown[]) => (rows as [string][]).map(([name]) => name);
    const tombstoned = named(this.#statements.tombstoned.all([]));
    return [...named(this.#statements.metastreams.all([])).map(originalStreamOf), ...tombstoned];
  }

  /** Takes the stream's events before the revision off the disk for good; answers how many. Inside {@link commit} only. */
  erase(name: string, before: number): number {
    const { changes } = this.#statements.erase.run([name, before]);
    if (changes > 0) this.#db.pragma(`user_version = ${ERASED}`);
    return changes;
  }

  /** Cuts up to so many free pages off the file; `false` when there is nothing left to cut. Not inside {@link commit}. */
  giveBack(pages: number): boolean {
    const free = this.#pragma("freelist_count");
    if (free === 0) return false;
    this.#db.pragma(`incremental_vacuum(${pages})`);
    return this.#pragma("freelist_count") < free;
  }

  /**
   * Writes the file anew where something was erased since the last time: moved rows leave copies behind in the unused part
   * of a page, which erasing a row does not reach. Takes about a second for 100 MB, and nothing else is done meanwhile; a
   * file beyond `mostBytes` is left as it is. Not inside {@link commit}.
   */
  writeAnew(mostBytes: number): void {
    const bytes = this.#pragma("page_count") * this.#pragma("page_size");
    if (this.#pragma("user_version") !== ERASED || bytes > mostBytes) return;
    this.#db.exec("VACUUM");
    this.#db.pragma("user_version = 0");
    this.flush();
  }

  /** For tests: the file can't grow any more, as on a full disk, or can again. */
  limitSpace(limited: boolean): void {
    this.#db.pragma(`max_page_count = ${limited ? 1 : 2 ** 32 - 2}`);
  }

  /** Brings everything into the database file, so that nothing erased is left in the write-ahead log. */
  flush(): void {
    this.#db.pragma("wal_checkpoint(TRUNCATE)");
  }

  close(): void {
    closeDatabase(this.#db);
  }

  #pragma(name: string): number {
    const row = this.#db.prepare(`PRAGMA ${name}`).raw().get([]) as [number] | undefined;
    return row?.[0] ?? 0;
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
      hasMetadata: metadata !== undefined,
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
    this.#statements.insert.run([
      this.#head,
      state.id,
      revision,
      id,
      type,
      contentType,
      created,
      metadata,
      data,
    ]);
    state.last = revision;
    this.#knownIds.add(state.name, id, revision);
  }

  #forgetDependent(name: string): void {
    if (isMetastream(name)) this.#cache.forget(originalStreamOf(name));
  }

  #page({ sizes, events }: PageStatements, from: readonly number[], limit: number): StoredEvent[] {
    const fitting = countFitting(sizes.all([...from, limit]) as [number][]);
    return fitting === 0 ? [] : toEvents(events.all([...from, fitting]) as EventRow[]);
  }
}

const PAGE_BYTES = 1024 * 1024;

function countFitting(sizes: readonly [number][]): number {
  let bytes = 0;
  const last = sizes.findIndex(([size]) => {
    bytes += size;
    return bytes >= PAGE_BYTES;
  });
  return last < 0 ? sizes.length : last + 1;
}

function toEvents(rows: readonly EventRow[]): StoredEvent[] {
  return rows.map(([position, stream, revision, id, type, contentType, created, metadata, data]) => ({
    position,
    stream,
    revision,
    id,
    type,
    contentType,
    created,
    metadata,
    data,
  }));
}

type PageStatements = ReturnType<typeof preparePage>;

/** The weights of the events a page may hold, then the events, by the same condition and order. */
function preparePage(db: Db, condition: string) {
  return {
    sizes: db
      .prepare(`SELECT length(e.data) + length(e.metadata) FROM events e WHERE ${condition} LIMIT ?`)
      .raw(),
    events: db.prepare(`SELECT ${COLUMNS} FROM ${TABLES} WHERE ${condition} LIMIT ?`).raw(),
  };
}

function prepare(db: Db) {
  const rows = (sql: string) => db.prepare(sql).raw();
  return {
    begin: db.prepare("BEGIN IMMEDIATE"),
    commit: db.prepare("COMMIT"),
    rollback: db.prepare("ROLLBACK"),
    head: rows("SELECT max(position) FROM events"),
    gapless: rows("SELECT until FROM gapless"),
    at: rows("SELECT 1 FROM events WHERE position = ?"),
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
    metastreams: rows("SELECT name FROM streams WHERE name >= '$$' AND name < '$%'"),
    tombstoned: rows(
      `SELECT s.name FROM events e CROSS JOIN streams s ON s.id = e.stream_id WHERE e.revision = ${DELETED}`,
    ),
    erase: db.prepare(
      "DELETE FROM events WHERE stream_id = (SELECT id FROM streams WHERE name = ?) AND revision < ?",
    ),
    allAfter: preparePage(db, "e.position > ? ORDER BY e.position"),
    allBefore: preparePage(db, "e.position < ? ORDER BY e.position DESC"),
    streamFrom: preparePage(db, "e.stream_id = ? AND e.revision >= ? ORDER BY e.revision"),
    streamDownFrom: preparePage(
      db,
      "e.stream_id = ? AND e.revision <= ? AND e.revision >= ? ORDER BY e.revision DESC",
    ),
  };
}
