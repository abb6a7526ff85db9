import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "@ornament/platform/config/read-config";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import Database from "libsql";
import { keepPrivate, makePrivate } from "../files/private-file.ts";

/** What the command-line tools need to find the running product. An address with an account in it is left out. */
export interface RunFile {
  url: string;
  eventstoreUrl?: string;
  mongodbUrl?: string;
  pid: number;
}

/** `DATA_DIR`, held by one running product at a time. */
export interface DataDirectory {
  readonly path: string;
  /** The product's secrets by environment variable, drawn at the first start and readable by their owner alone. */
  readonly secrets: Record<string, string>;
  /** Where uploads are spooled; what a crash left there is gone. */
  readonly spoolFolder: string;
  writeRunFile(run: RunFile): void;
  release(): void;
}

export function openDataDirectory(path: string): DataDirectory {
  makeFolder(path);
  const unlock = lock(path);
  const runFile = join(path, "run.json");
  const spoolFolder = join(path, "spool");
  rmSync(spoolFolder, { recursive: true, force: true });
  mkdirSync(spoolFolder, { mode: 0o700 });
  return {
    path,
    spoolFolder,
    secrets: readOrDrawSecrets(join(path, "secrets.json")),
    writeRunFile: (run) => writeWhole(runFile, run),
    release() {
      rmSync(runFile, { force: true });
      unlock();
    },
  };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${path} cannot be used: ${(error as Error).message}`);
  }
}

/** An exclusive SQLite transaction: the operating system frees it with the process, however that ends. */
function lock(path: string): () => void {
  try {
    makePrivate(join(path, "lock.sqlite"));
    const database = new Database(join(path, "lock.sqlite"), { timeout: 0 });
    database.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    return () => void database.close();
  } catch (error) {
    const text = (error as Error).message;
    const reason = /locked|busy/i.test(text) ? "another running product uses it" : text;
    throw new ConfigError(`DATA_DIR ${path} cannot be used: ${reason}`);
  }
}

function readOrDrawSecrets(file: string): Record<string, string> {
  if (existsSync(file)) {
    keepPrivate(file);
    try {
      return JSON.parse(readFileSync(file, "utf8"));
    } catch {
      throw new ConfigError(`${file} cannot be read; restore it from a backup, for it opens the event log`);
    }
  }
  const secrets = drawSecrets();
  writeWhole(file, secrets);
  return secrets;
}

function writeWhole(file: string, content: object): void {
  const draft = `${file}.new`;
  // A draft that a crash left would keep the rights it has.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  keepPrivate(draft);
  renameSync(draft, file);
}
