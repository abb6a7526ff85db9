import type { Db } from "./database.ts";
import type { StoredEvent } from "./event.ts";
import type { StreamState } from "./stream-metadata.ts";

type EventRow = [number, string, number, string, string, string, number, Buffer, Buffer];

const COLUMNS =
  "e.position, s.name, e.revision, e.event_id, e.type, e.content_type, e.created, e.metadata, e.data";
// CROSS JOIN makes SQLite scan the events and not the streams.
const TABLES = "events e CROSS JOIN streams s ON s.id = e.stream_id";

const PAGE_BYTES = 1024 * 1024;

/** The events in pages of at most `limit` events and about a megabyte, but at least one event. */
export class LogPages {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Db) {
    this.#statements = prepare(db);
  }

  allAfter(position: number, limit: number): StoredEvent[] {
    return page(this.#statements.allAfter, [position], limit);
  }

  allBefore(position: number, limit: number): StoredEvent[] {
    return page(this.#statements.allBefore, [position], limit);
  }

  streamFrom(state: StreamState, revision: number, limit: number): StoredEvent[] {
    if (state.id === undefined) return [];
    return page(this.#statements.streamFrom, [state.id, revision], limit);
  }

  /** The stream's events from `revision` downwards, none below `least`. */
  streamDownFrom(state: StreamState, revision: number, least: number, limit: number): StoredEvent[] {
    if (state.id === undefined) return [];
    return page(this.#statements.streamDownFrom, [state.id, revision, least], limit);
  }
}

type PageStatements = ReturnType<typeof preparePage>;

function page({ sizes, events }: PageStatements, from: readonly number[], limit: number): StoredEvent[] {
  const fitting = countFitting(sizes.all([...from, limit]) as [number][]);
  return fitting === 0 ? [] : (events.all([...from, fitting]) as EventRow[]).map(toEvent);
}

function countFitting(sizes: readonly [number][]): number {
  let bytes = 0;
  const last = sizes.findIndex(([size]) => {
    bytes += size;
    return bytes >= PAGE_BYTES;
  });
  return last < 0 ? sizes.length : last + 1;
}

function toEvent(row: EventRow): StoredEvent {
  const [position, stream, revision, id, type, contentType, created, metadata, data] = row;
  return { position, stream, revision, id, type, contentType, created, metadata, data };
}

/** The sizes of the events that a page may hold, then the events, by the same condition and order. */
function preparePage(db: Db, condition: string) {
  return {
    sizes: db
      .prepare(`SELECT length(e.data) + length(e.metadata) FROM events e WHERE ${condition} LIMIT ?`)
      .raw(),
    events: db.prepare(`SELECT ${COLUMNS} FROM ${TABLES} WHERE ${condition} LIMIT ?`).raw(),
  };
}

function prepare(db: Db) {
  return {
    allAfter: preparePage(db, "e.position > ? ORDER BY e.position"),
    allBefore: preparePage(db, "e.position < ? ORDER BY e.position DESC"),
    streamFrom: preparePage(db, "e.stream_id = ? AND e.revision >= ? ORDER BY e.revision"),
    streamDownFrom: preparePage(
      db,
      "e.stream_id = ? AND e.revision <= ? AND e.revision >= ? ORDER BY e.revision DESC",
    ),
  };
}
