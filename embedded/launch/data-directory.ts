import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "@ornament/platform/config/read-config";
import { makeFolder, replaceFile } from "@ornament/platform/files/private-files";
import Database from "libsql";
import { keepPrivate, makePrivate } from "../files/private-file.ts";
import { isStorageFull } from "../files/storage-full.ts";
import { removeDocuments } from "../mongodb/store/documents-file.ts";

/** The facts with which command-line tools find the product, without URLs with a store account. */
export interface RunFile {
  url: string;
  /** The URL on this machine, independent of the public one. */
  localUrl: string;
  /** The link to the embedded mailbox, with its token. */
  mailbox?: string;
  eventstoreUrl?: string;
  mongodbUrl?: string;
  pid: number;
}

/** `secrets.json` in `DATA_DIR`. */
export interface SecretsFile {
  readonly path: string;
  /** `undefined` if the file is missing. */
  read(): Record<string, string> | undefined;
  write(secrets: Record<string, string>): void;
  remove(): void;
}

/** `DATA_DIR`, used by one running product at a time. */
export interface DataDirectory {
  readonly path: string;
  /** The stored secrets by environment variable. Only their owner may read the file. */
  readonly secrets: SecretsFile;
  /** The folder for uploads in progress. It is emptied at each start. */
  readonly spoolFolder: string;
  /** The file of the embedded document store, which has further files next to it. */
  readonly documentsFile: string;
  /** Removes the documents. The next start fills them from the event store. */
  removeDocuments(): void;
  writeRunFile(run: RunFile): void;
  release(): void;
}

/** Throws `ConfigError` with one line if the folder can't be used, e.g. because the disk is full. */
export function openDataDirectory(path: string): DataDirectory {
  const runFile = join(path, "run.json");
  const spoolFolder = join(path, "spool");
  const documentsFile = join(path, "documents.sqlite");
  const unlock = usable(path, () => {
    makeFolder(path);
    const held = lock(path);
    // An older version of the product has left them, and no erasure reaches them.
    for (const left of ["", ".new"]) rmSync(join(path, `read-models.snapshot${left}`), { force: true });
    rmSync(spoolFolder, { recursive: true, force: true });
    mkdirSync(spoolFolder, { mode: 0o700 });
    return held;
  });
  return {
    path,
    spoolFolder,
    documentsFile,
    removeDocuments: () => removeDocuments(documentsFile),
    secrets: secretsFile(path),
    writeRunFile: (run) => usable(path, () => replaceFile(runFile, asFile(run))),
    release() {
      rmSync(runFile, { force: true });
      unlock();
    },
  };
}

function usable<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const text = (error as Error).message;
    const isFull = isStorageFull(error) || /^(ENOSPC|EDQUOT|EFBIG)/.test(text);
    const reason = isFull ? "the disk is full; free some space, then start again" : text;
    throw new ConfigError(`DATA_DIR ${path} cannot be used: ${reason}`);
  }
}

/** An exclusive SQLite transaction as a lock: the operating system frees it when the process ends. */
function lock(path: string): () => void {
  makePrivate(join(path, "lock.sqlite"));
  const database = new Database(join(path, "lock.sqlite"), { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
  } catch (error) {
    throw /locked|busy/i.test((error as Error).message)
      ? new Error("another running product uses it")
      : error;
  }
  return () => void database.close();
}

function secretsFile(folder: string): SecretsFile {
  const path = join(folder, "secrets.json");
  return {
    path,
    read() {
      if (!existsSync(path)) return undefined;
      keepPrivate(path);
      try {
        return JSON.parse(readFileSync(path, "utf8"));
      } catch {
        throw new ConfigError(
          `${path} cannot be read; restore it from a backup, because the events can't be read without it`,
        );
      }
    },
    write: (secrets) => usable(folder, () => replaceFile(path, asFile(secrets))),
    remove: () => rmSync(path, { force: true }),
  };
}

const asFile = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;
