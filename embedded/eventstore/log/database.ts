import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { keepPrivate, makePrivate } from "../../files/private-file.ts";
import { DELETED } from "./append-decision.ts";
import { checkFile } from "./file-check.ts";
import { type FileUnusable, lastingFailure, openingFailure } from "./file-unusable.ts";

export type Db = Database.Database;

/** Another process or thread uses the event store's file. */
export class EventStoreLocked extends Error {
  constructor(file: string) {
    super(`The event store ${file} is in use by another process`);
  }
}

const schema = `
  CREATE TABLE IF NOT EXISTS streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    content_type TEXT NOT NULL,
    created INTEGER NOT NULL,
    metadata BLOB NOT NULL,
    data BLOB NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS events_by_stream ON events (stream_id, revision);
  CREATE INDEX IF NOT EXISTS tombstones ON events (stream_id) WHERE revision = ${DELETED};
`;

/**
 * Opens `events.sqlite` in the folder for this process only. The operating system frees the lock when the
 * process is killed. Every commit is on disk before it returns. Throws {@link EventStoreLocked}, or {@link
 * FileUnusable} for a damaged file or a full disk.
 * @param onUnusable called when the file turns out to be unusable later
 */
export function openDatabase(dataDir: string, onUnusable?: (failure: FileUnusable) => void): Db {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "events.sqlite");
  // SQLite gives its other files the access rights of this one.
  makePrivate(file);
  for (const further of ["-wal", "-shm", "-journal"]) keepPrivate(file + further);
  const db = new Database(file, { timeout: 0 });
  try {
    prepareDatabase(db);
    checkFile(db, file);
  } catch (error) {
    db.close();
    throw isBusy(error) ? new EventStoreLocked(file) : (openingFailure(file, error) ?? error);
  }
  if (onUnusable) {
    watchErrors(db, (error) => {
      const failure = lastingFailure(file, error);
      if (failure) onUnusable(failure);
    });
  }
  return db;
}

function prepareDatabase(db: Db): void {
  db.pragma("locking_mode = EXCLUSIVE");
  // Has an effect on a new file only. An older file keeps its size and reuses free pages.
  db.pragma("auto_vacuum = INCREMENTAL");
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("secure_delete = ON");
  // No event may be written to the system's temporary folder.
  db.pragma("temp_store = MEMORY");
  db.pragma("cache_size = -65536");
  db.pragma("wal_autocheckpoint = 4000");
  db.exec(`BEGIN EXCLUSIVE; ${schema} COMMIT`);
}

/** Reports the errors of the statements prepared from now on. Their callers get the errors, too. */
function watchErrors(db: Db, onError: (error: unknown) => void): void {
  const watched =
    <P extends unknown[], R>(work: (...parameters: P) => R) =>
    (...parameters: P): R => {
      try {
        return work(...parameters);
      } catch (error) {
        onError(error);
        throw error;
      }
    };
  const prepare = db.prepare.bind(db);
  db.prepare = watched((sql: string) => {
    const statement = prepare(sql);
    statement.get = watched(statement.get.bind(statement));
    statement.all = watched(statement.all.bind(statement));
    statement.run = watched(statement.run.bind(statement));
    return statement;
  }) as Db["prepare"];
  db.exec = watched(db.exec.bind(db));
}

/**
 * Closes the file and frees its lock. The driver can't finalise prepared statements, and they keep a closed
 * connection open. So the lock is freed first, which needs another journal mode than WAL.
 */
export function closeDatabase(db: Db): void {
  db.pragma("journal_mode = DELETE");
  db.pragma("locking_mode = NORMAL");
  db.prepare("SELECT 1 FROM streams LIMIT 1").all();
  db.close();
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "SQLITE_BUSY" || error.code === "SQLITE_LOCKED");
