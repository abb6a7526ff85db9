import { CommandError } from "../protocol/errors.ts";
import { Collection, type Definition, newDefinition } from "./collection.ts";
import type { Room, SqlDatabase } from "./sql-database.ts";

const catalog = `CREATE TABLE IF NOT EXISTS catalog (
  id INTEGER PRIMARY KEY, database TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL)`;

const REMOVAL_PAUSE_MS = 20;
const LATER_MS = 60_000;
const REMOVED_TOGETHER = 1_000;

/** All databases. A database exists as long as it has a collection. */
export class Store {
  #databases = new Map<string, Map<string, Collection>>();
  #lastId = 0;
  #removal: NodeJS.Timeout | undefined;

  constructor(private readonly sql: SqlDatabase) {
    sql.exec(catalog);
    this.#load();
  }

  find(database: string, name: string): Collection | undefined {
    return this.#databases.get(database)?.get(name);
  }

  findOrCreate(database: string, name: string): Collection {
    const found = this.find(database, name);
    if (found) return found;
    checkNamespace(database, name);
    const id = ++this.#lastId;
    const definition = newDefinition();
    const values = [id, database, name, JSON.stringify(definition)];
    this.sql.run("INSERT INTO catalog VALUES (?, ?, ?, ?)", values);
    return this.#open(id, database, name, definition);
  }

  drop(database: string, name: string): void {
    const collection = this.find(database, name);
    if (!collection) return;
    collection.isDropped = true;
    this.#databases.get(database)?.delete(name);
    this.sql.run("UPDATE catalog SET database = '' WHERE id = ?", [collection.id]);
    this.#removeDropped();
  }

  collections(database: string): Collection[] {
    return [...(this.#databases.get(database)?.values() ?? [])];
  }

  /** Writes all of the work, or nothing if it throws. */
  together<T>(work: () => T): T {
    try {
      return this.sql.together(work);
    } catch (error) {
      this.#load();
      throw error;
    }
  }

  /** The bytes of the documents, and those of the place in which they are. */
  room = (): Room => this.sql.room();

  /** Removes what was erased from all files. Call it after an erasure of personal data. */
  forgetErased = (): void => this.sql.checkpoint();

  /** Removes dropped collections in small steps, because other commands wait during a step. */
  #removeDropped(pause = REMOVAL_PAUSE_MS): void {
    clearTimeout(this.#removal);
    this.#removal = setTimeout(() => {
      try {
        const [[id] = []] = this.sql.rows("SELECT id FROM catalog WHERE database = '' LIMIT 1");
        if (id === undefined) return;
        this.sql.together(() => this.#removeSome(Number(id)));
        this.#removeDropped();
      } catch {
        // The disk may be full. The owner of the file was told.
        this.#removeDropped(LATER_MS);
      }
    }, pause).unref();
  }

  #removeSome(id: number): void {
    const [[index] = []] = this.sql.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? LIMIT 1",
      [`c${id}`],
    );
    if (index !== undefined) {
      this.sql.exec(`DROP INDEX ${index}`);
      return;
    }
    const tables = this.sql.rows("SELECT name FROM sqlite_schema WHERE tbl_name IN (?, ?)", [
      `c${id}`,
      `r${id}`,
    ]);
    for (const [table] of tables)
      if (
        this.sql.run(
          `DELETE FROM ${table} WHERE seq IN (SELECT seq FROM ${table} LIMIT ${REMOVED_TOGETHER})`,
        ) > 0
      )
        return;
    for (const [table] of tables) this.sql.exec(`DROP TABLE ${table}`);
    this.sql.run("DELETE FROM catalog WHERE id = ?", [id]);
  }

  #load(): void {
    this.#databases = new Map();
    this.#removeDropped();
    this.#lastId = Number(this.sql.rows("SELECT max(id) FROM catalog")[0]?.[0] ?? 0);
    const all = this.sql.rows("SELECT * FROM catalog WHERE database <> '' ORDER BY id");
    for (const [id, database, name, definition] of all) {
      this.#open(Number(id), String(database), String(name), JSON.parse(String(definition)));
    }
  }

  #open(id: number, database: string, name: string, definition: Definition): Collection {
    const collection = new Collection(this.sql, id, database, name, definition, (changed) => {
      this.sql.run("UPDATE catalog SET definition = ? WHERE id = ?", [JSON.stringify(changed), id]);
    });
    const collections = this.#databases.get(database) ?? new Map<string, Collection>();
    collections.set(name, collection);
    this.#databases.set(database, collections);
    return collection;
  }
}

/** Throws InvalidNamespace for names that the server can't have. */
export function checkNamespace(database: string, name: string): void {
  const badDatabase = database === "" || database.length > 63 || /[/\\. "$\0]/.test(database);
  const badName = name === "" || name.startsWith(".") || name.endsWith(".") || /[$\0]/.test(name);
  if (badDatabase || badName || name.startsWith("system.") || database.length + name.length > 254) {
    throw new CommandError(73, `Invalid namespace specified '${database}.${name}'`);
  }
}
