import { statfsSync } from "node:fs";
import { totalmem } from "node:os";
import type Database from "libsql";
import type { Cell } from "../bson/raw-document.ts";

/** The most prepared statements that are kept. */
const MOST_STATEMENTS = 500;

/** The bytes of a database, and those of the disk or memory in which it is. */
export interface Room {
  readonly bytes: number;
  readonly used: number;
  readonly total: number;
}

/** An SQLite database and its prepared statements. */
export class SqlDatabase {
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** All rows of a query. */
  rows(sql: string, values: readonly Cell[] = []): unknown[][] {
    return this.#statement(sql).all([...values]) as unknown[][];
  }

  /** Runs a statement that writes. Returns the number of changed rows. */
  run(sql: string, values: readonly Cell[] = []): number {
    return this.#statement(sql).run([...values]).changes;
  }

  /** Writes all of the work, or nothing if it throws. */
  together<T>(work: () => T): T {
    this.exec("BEGIN");
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#db.inTransaction) this.exec("ROLLBACK");
      throw error;
    }
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

  /** Removes replaced and removed rows from the file in which SQLite writes first. */
  forgetErased(): void {
    this.rows("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** The statements, which the driver can't end, keep the connection open until the process ends. */
  close(): void {
    this.forgetErased();
    this.#db.close();
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
