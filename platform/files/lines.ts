import { existsSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";

const lineFeed = 10;

/** The whole lines of a file; none without the file. A last line that was cut off is not among them. */
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
