import { DELETED } from "./append-decision.ts";
import type { Db } from "./database.ts";
import { originalStreamOf } from "./stream-metadata.ts";

/** The file's `user_version` while it may hold copies of erased events. */
const ERASED = 1;

/**
 * The places of a page of rows, as https://www.sqlite.org/fileformat.html has them. No other page begins with
 * this number in a file of less than 800 GB.
 */
const rowsPage = 13;
const rowsAt = 3;
const contentFromAt = 5;
const headerBytes = 8;
const empty = Buffer.alloc(65_536);

/** Deletes hidden events from the file and returns their space to the disk. */
export class LogSpace {
  readonly #db: Db;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Db) {
    this.#db = db;
    this.#statements = prepare(db);
  }

  /** The names of the streams whose events may be hidden by metadata or a tombstone. */
  streamsWithHiddenEvents(): string[] {
    const named = (rows: unknown[]) => (rows as [string][]).map(([name]) => name);
    const tombstoned = named(this.#statements.tombstoned.all([]));
    return [...named(this.#statements.metastreams.all([])).map(originalStreamOf), ...tombstoned];
  }

  /** Deletes the stream's earlier events from the disk. Inside `EventLog.commit` only. */
  erase(name: string, before: number): void {
    const { changes } = this.#statements.erase.run([name, before]);
    if (changes > 0) this.#db.pragma(`user_version = ${ERASED}`);
  }

  /**
   * Removes free pages from the file, up to this number; `false` if none are left. Outside of a commit only.
   */
  giveBack(pages: number): boolean {
    const free = this.#pragma("freelist_count");
    if (free === 0) return false;
    this.#db.pragma(`incremental_vacuum(${pages})`);
    return this.#pragma("freelist_count") < free;
  }

  /** Whether the file may hold copies of erased events: SQLite leaves a moved row in the unused part of its page. */
  get mayHoldErased(): boolean {
    return this.#pragma("user_version") === ERASED;
  }

  hasPage(page: number): boolean {
    return page <= this.#pragma("page_count");
  }

  /** Empties the unused part of this number of pages. Inside `EventLog.commit` only. */
  blank(first: number, pages: number): void {
    for (let page = first; page < first + pages; page += 1) {
      const [data] = (this.#statements.page.get([page]) ?? []) as [Buffer?];
      if (data?.[0] !== rowsPage) continue;
      const from = headerBytes + 2 * data.readUInt16BE(rowsAt);
      const unused = data.subarray(from, data.readUInt16BE(contentFromAt));
      if (unused.equals(empty.subarray(0, unused.length))) continue;
      unused.fill(0);
      this.#statements.replacePage.run([data, page]);
    }
  }

  /**
   * Ends what {@link erase} began: every copy is blank, and none is left in the write-ahead log. Outside of a
   * commit only.
   */
  endErasing(): void {
    this.#db.pragma("wal_checkpoint(TRUNCATE)");
    this.#db.pragma("user_version = 0");
  }

  /** Limits the file for tests, so that it can't grow, as on a full disk. */
  limitSpace(limited: boolean): void {
    this.#db.pragma(`max_page_count = ${limited ? 1 : 2 ** 32 - 2}`);
  }

  #pragma(name: string): number {
    const row = this.#db.prepare(`PRAGMA ${name}`).raw().get([]) as [number] | undefined;
    return row?.[0] ?? 0;
  }
}

function prepare(db: Db) {
  const rows = (sql: string) => db.prepare(sql).raw();
  return {
    metastreams: rows("SELECT name FROM streams WHERE name >= '$$' AND name < '$%'"),
    tombstoned: rows(
      `SELECT s.name FROM events e CROSS JOIN streams s ON s.id = e.stream_id WHERE e.revision = ${DELETED}`,
    ),
    page: rows("SELECT data FROM sqlite_dbpage WHERE pgno = ?"),
    replacePage: db.prepare("UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?"),
    erase: db.prepare(
      "DELETE FROM events WHERE stream_id = (SELECT id FROM streams WHERE name = ?) AND revision < ?",
    ),
  };
}
