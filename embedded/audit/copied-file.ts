import { constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "@ornament/platform/config/read-config";
import { FileUnusable } from "../eventstore/log/file-unusable.ts";
import { isLocked } from "./product-lock.ts";

/** The file of the event store, and those that a killed product leaves next to it. */
const files = ["events.sqlite", "events.sqlite-wal", "events.sqlite-journal"];

/**
 * Copies a stopped product's event store and opens the copy. SQLite can't read the file of a killed product
 * without writing to it, and a lock on the file would refuse the start of the product. The copy has no name any
 * more when this returns, so nothing of it is left when the process ends, however it ends. Throws `ConfigError`
 * if a product starts meanwhile, `FileUnusable` for a damaged file.
 */
export async function openCopy<T>(folder: string, open: (copy: string) => Promise<T> | T): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), "ornament-audit-"));
  try {
    const before = stateOf(folder);
    for (const file of files)
      if (existsSync(join(folder, file)))
        copyFileSync(join(folder, file), join(copy, file), constants.COPYFILE_FICLONE);
    if (isLocked(folder) || stateOf(folder) !== before)
      throw new ConfigError(`a product in ${folder} started or ended just now; run the command again`);
    return await open(copy);
  } catch (error) {
    if (!(error instanceof FileUnusable)) throw error;
    throw new FileUnusable(error.message.replaceAll(copy, folder));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const stateOf = (folder: string): string =>
  files
    .map((file) => statSync(join(folder, file), { bigint: true, throwIfNoEntry: false }))
    .map((stat) => (stat ? `${stat.size} ${stat.mtimeNs}` : "missing"))
    .join(", ");
