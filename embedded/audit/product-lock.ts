import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "libsql";

/**
 * Whether a running product uses the folder. Only a read of the lock file is tried, so a product that starts at
 * the same time is not refused, and a file that a killed product left is not changed.
 */
export function isLocked(folder: string): boolean {
  const file = join(folder, "lock.sqlite");
  if (!existsSync(file)) return false;
  let database: Database.Database | undefined;
  try {
    database = new Database(`${pathToFileURL(file).href}?mode=ro`, { timeout: 0 });
    database.prepare("SELECT 1 FROM sqlite_master").all();
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
  } finally {
    database?.close();
  }
}
