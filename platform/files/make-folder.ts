import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing, for their owner alone. Node's `recursive` never ends where
 * a file system refuses a folder as missing, such as `/proc`.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
}
