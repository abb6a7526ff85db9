import { rmSync } from "node:fs";
import type { Logger } from "@ornament/platform/logging/logger";
import Database from "libsql";
import { makePrivate } from "../../files/private-file.ts";
import { SqlDatabase } from "./sql-database.ts";

export interface DocumentsOptions {
  /** The path of the file. Files with the endings `-wal` and `-macs` are next to it. */
  readonly file: string;
  readonly key: string;
  readonly logger: Logger;
}

export function openDocuments({ file, key }: DocumentsOptions): SqlDatabase {
  makePrivate(file);
  const db = new Database(file, { encryptionKey: key } as Database.Options);
  for (const setting of settings) db.pragma(setting);
  return new SqlDatabase(db);
}

/** Removes the file and those next to it. */
export function removeDocuments(file: string): void {
  for (const ending of ["", "-wal", "-shm", "-macs"]) rmSync(file + ending, { force: true });
}

const settings = [
  "locking_mode = EXCLUSIVE",
  "journal_mode = WAL",
  "synchronous = NORMAL",
  "secure_delete = ON",
  "temp_store = MEMORY",
  `cache_size = -${192 * 1024}`,
];
