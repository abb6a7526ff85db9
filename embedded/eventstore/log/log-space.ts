import { DELETED } from "./append-decision.ts";
import type { Db } from "./database.ts";
import { originalStreamOf } from "./stream-metadata.ts";

/** The file's `user_version` while it may hold copies of erased events. */
const ERASED = 1;

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

  /**
   * Deletes the stream's earlier events from the disk; returns their number. Inside `EventLog.commit` only.
   */
  erase(name: string, before: number): number {
    const { changes } = this.#statements.erase.run([name, before]);
    if (changes > 0) this.#db.pragma(`user_version = ${ERASED}`);
    return changes;
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

  /**
   * Rewrites the file if events were erased since the last rewrite: SQLite leaves copies of moved rows in the
   * unused part of a page. Takes about a second for 100 MB and blocks during that time. A file larger than
   * `mostBytes` stays unchanged. Not inside `EventLog.commit`.
   */
  rewrite(mostBytes: number): void {
    const bytes = this.#pragma("page_count") * this.#pragma("page_size");
    if (this.#pragma("user_version") !== ERASED || bytes > mostBytes) return;
    this.#db.exec("VACUUM");
    this.#db.pragma("user_version = 0");
    this.flush();
  }

  /** Limits the file for tests, so that it can't grow, as on a full disk. */
  limitSpace(limited: boolean): void {
    this.#db.pragma(`max_page_count = ${limited ? 1 : 2 ** 32 - 2}`);
  }

  /** Moves all pages into the database file, so that no erased event is left in the write-ahead log. */
  flush(): void {
    this.#db.pragma("wal_checkpoint(TRUNCATE)");
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
    erase: db.prepare(
      "DELETE FROM events WHERE stream_id = (SELECT id FROM streams WHERE name = ?) AND revision < ?",
    ),
  };
}
