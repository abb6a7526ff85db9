import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "@ornament/platform/config/read-config";
import { replaceFile } from "@ornament/platform/files/private-files";

const fileIn = (dataDir: string) => join(dataDir, "restore.json");

/** The mark of a folder whose restore has begun and not succeeded. */
export const isHalfRestored = (dataDir: string): boolean => existsSync(fileIn(dataDir));

/** Throws `ConfigError` for a folder whose restore failed or was cut off. */
export function refuseHalfRestored(dataDir: string): void {
  if (!isHalfRestored(dataDir)) return;
  throw new ConfigError(
    `DATA_DIR ${dataDir} is only half restored; run \`npm run restore -- --from ${fromIn(dataDir)}\` again`,
  );
}

/** Marks the folder as half restored. */
export const beginRestore = (dataDir: string, from: string): void =>
  replaceFile(fileIn(dataDir), `${JSON.stringify({ from })}\n`);

/** Removes the mark. */
export const endRestore = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

function fromIn(dataDir: string): string {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), "utf8")).from;
  } catch {
    return "<folder>";
  }
}
