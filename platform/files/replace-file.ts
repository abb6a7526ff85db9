import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Replaces a file in one step, so that a reader, a kill and a full disk meet the former text or the whole new
 * one. The text is on the disk when it returns. Only the file's owner can read it.
 */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.new`;
  // A draft left by a kill would keep its own access rights.
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
