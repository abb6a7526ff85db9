import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

const lineFeed = 10;

/** The whole lines of a file; none without the file. */
export const readLines = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];

/**
 * Appends lines, each with its line feed. Resolves when they are on the disk. A full disk or a crash may store a
 * part of them: it is cut off now or by the next append, so that every line begins after a line feed.
 */
export async function appendLines(path: string, lines: string): Promise<void> {
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const last = Buffer.of(lineFeed);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const end = last[0] === lineFeed ? size : (await file.readFile()).lastIndexOf(lineFeed) + 1;
    if (end < size) await file.truncate(end);
    try {
      await file.appendFile(lines);
      await file.datasync();
    } catch (error) {
      await file.truncate(end);
      throw error;
    }
  } finally {
    await file.close();
  }
}

/**
 * Makes a folder and those above it that are missing, for their owner alone. Node's `recursive` never ends where
 * a file system refuses a folder as missing, such as `/proc`.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
}

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
