import { statfsSync } from "node:fs";
import { totalmem } from "node:os";
import type Database from "libsql";
import type { Cell } from "../bson/raw-document.ts";
import { type PageSeals, pageBytes } from "./page-seals.ts";

/** The most prepared statements that are kept. */
const MOST_STATEMENTS = 500;

/** The bytes of a database, and those of the disk or memory in which it is. */
export interface Room {
  readonly bytes: number;
  readonly used: number;
  readonly total: number;
}

/** The size of SQLite's log at which it is copied to the file. */
const mostLogged = 16 * 1024 ** 2;

/** What an encrypted file needs besides SQLite. */
export interface DatabaseFile {
  readonly seals: PageSeals;
  /** Called with each error of SQLite, which the caller gets, too. */
  onError(error: unknown): void;
}

/** An SQLite database and its prepared statements. */
export class SqlDatabase {
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(
    db: Database.Database,
    private readonly file?: DatabaseFile,
  ) {
    this.#db = db;
  }

  exec(sql: string): void {
    this.#watched(() => this.#db.exec(sql));
  }

  /** All rows of a query. */
  rows(sql: string, values: readonly Cell[] = []): unknown[][] {
    return this.#watched(() => this.#statement(sql).all([...values])) as unknown[][];
  }

  /** Runs a statement that writes. Returns the number of changed rows. */
  run(sql: string, values: readonly Cell[] = []): number {
    return this.#watched(() => this.#statement(sql).run([...values]).changes);
  }

  /** Whether work runs {@link together}. */
  isWriting = false;

  /** Writes all of the work, or nothing if it throws. */
  together<T>(work: () => T): T {
    const result = this.#atomically(work);
    if ((this.file?.seals.logBytes() ?? 0) > mostLogged) this.tryCheckpoint();
    return result;
  }

  room(): Room {
    const { name } = this.#db;
    const [[bytes] = [0]] = this.rows(
      "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    );
    if (name === "" || this.#db.memory)
      return { bytes: Number(bytes), used: process.memoryUsage().rss, total: totalmem() };
    const { blocks, bavail, bsize } = statfsSync(name);
    return { bytes: Number(bytes), used: (blocks - bavail) * bsize, total: blocks * bsize };
  }

  /**
   * Copies SQLite's log to the file and empties the log. From then on no file has what was removed or replaced
   * before.
   */
  checkpoint(): void {
    if (!this.file) return;
    const { seals } = this.file;
    const pages = seals.pagesInLog();
    this.#atomically(() => this.#clearUnused(pages));
    this.rows("PRAGMA wal_checkpoint(FULL)");
    // After a kill here the pages are still in the log.
    seals.renew(pages);
    this.rows("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** As `checkpoint`. If it isn't possible now, e.g. because the disk is full, the next one does it. */
  tryCheckpoint(): void {
    try {
      this.checkpoint();
    } catch {
      // The owner of the file was told of the error.
    }
  }

  #atomically<T>(work: () => T): T {
    this.exec("BEGIN");
    this.isWriting = true;
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#db.inTransaction) this.exec("ROLLBACK");
      throw error;
    } finally {
      this.isWriting = false;
    }
  }

  /** SQLite's `secure_delete` leaves removed keys in the unused part of an index page that it has balanced. */
  #clearUnused(pages: Iterable<number>): void {
    for (const page of pages) {
      const [[data] = []] = this.rows("SELECT data FROM sqlite_dbpage WHERE pgno = ?", [page]);
      const bytes = Buffer.from(data as ArrayBuffer);
      const unused = unusedPart(bytes, page);
      if (unused.equals(empty.subarray(0, unused.length))) continue;
      unused.fill(0);
      this.run("UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?", [bytes, page]);
    }
  }

  #watched<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.file?.onError(error);
      throw error;
    }
  }

  #statement(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const made = this.#db.prepare(sql);
    if (made.reader) made.raw();
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, made);
    return made;
  }
}

const empty = Buffer.alloc(pageBytes);

/** The lengths of the headers of an index's and a table's inner pages and leaves, by SQLite's type of a page. */
const headers: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };

/** The part between the list of a page's cells and the first cell. */
function unusedPart(bytes: Buffer, page: number): Buffer {
  const at = page === 1 ? 100 : 0;
  const header = headers[bytes[at] ?? 0];
  if (header === undefined) return bytes.subarray(0, 0);
  const cells = bytes.readUInt16BE(at + 3);
  return bytes.subarray(at + header + 2 * cells, bytes.readUInt16BE(at + 5));
}
