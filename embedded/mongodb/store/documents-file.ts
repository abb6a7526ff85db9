import { createHmac } from "node:crypto";
import { rmSync } from "node:fs";
import type { Logger } from "@ornament/platform/logging/logger";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import Database from "libsql";
import { keepPrivate, makePrivate } from "../../files/private-file.ts";
import { FileDamaged, PageSeals, pageBytes } from "./page-seals.ts";
import { SqlDatabase } from "./sql-database.ts";

export interface DocumentsOptions {
  /** The path of the file. SQLite's log, with the ending `-wal`, and the seals of the pages are next to it. */
  readonly file: string;
  /** A secret text. */
  readonly key: string;
  readonly logger: Logger;
  /** Called when the file turned out to be damaged. It is removed then. */
  readonly onDamaged: () => void;
}

/**
 * Opens the documents of a file, or an empty database in its place if the file can't be used: the projector
 * fills it from the event store.
 */
export function openDocuments(options: DocumentsOptions): SqlDatabase {
  try {
    return opened(options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    discard(options, error);
    return opened(options);
  }
}

/** Removes the file and those next to it. */
export function removeDocuments(file: string): void {
  for (const ending of endings) rmSync(file + ending, { force: true });
}

const endings = ["", "-wal", "-shm", "-seals"];

function discard({ file, logger }: DocumentsOptions, error: unknown): void {
  logger.warn(`The documents can't be used: ${reasonOf(error)}. They are filled from the event store`);
  removeDocuments(file);
}

function opened(options: DocumentsOptions): SqlDatabase {
  const { file, key, logger } = options;
  makePrivate(file);
  for (const ending of endings) keepPrivate(file + ending);
  const seals = new PageSeals(file, derivedKey(key, "seals"));
  try {
    seals.check();
    const encryptionKey = derivedKey(key, "pages").toString("hex");
    const db = new Database(file, { encryptionKey, timeout: 5_000 } as Database.Options);
    for (const setting of settings) db.pragma(setting);
    const database = new SqlDatabase(db, {
      seals,
      onError: (error) => {
        if (!isDamage(error)) return logger.error({ err: error }, "The documents can't be written or read");
        discard(options, error);
        options.onDamaged();
      },
    });
    database.tryCheckpoint();
    return database;
  } catch (error) {
    seals.close();
    throw error;
  }
}

const settings = [
  `page_size = ${pageBytes}`,
  // Waits for the end of a killed product's process.
  "locking_mode = EXCLUSIVE",
  "journal_mode = WAL",
  // After a power cut the file has all writes up to a moment, and the projector's checkpoint of that moment.
  "synchronous = NORMAL",
  "wal_autocheckpoint = 0",
  "secure_delete = ON",
  "temp_store = MEMORY",
  `cache_size = -${192 * 1024}`,
];

const derivedKey = (key: string, purpose: string) => createHmac("sha256", key).update(purpose).digest();

/** SQLite's codes for a damaged file and a file of another key. */
const damage: ReadonlySet<number> = new Set([11, 26]);

const isDamage = (error: unknown): boolean =>
  error instanceof FileDamaged ||
  (error instanceof Error && "rawCode" in error && damage.has(Number(error.rawCode) & 0xff));
