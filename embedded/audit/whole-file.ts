import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import type { Db } from "../eventstore/log/database.ts";
import { damaged } from "../eventstore/log/file-unusable.ts";

/** The places of SQLite's file header, as https://www.sqlite.org/fileformat.html has them. */
const pageSizeAt = 16;
const pagesAt = 28;
const firstTrunkAt = 32;
const headerBytes = 100;

/**
 * Checks that the end of the file was not cut off. SQLite adds the missing pages when they were unused. While
 * there is a write-ahead log, the file itself may be shorter. Throws `FileUnusable`.
 */
export function checkLength(file: string): void {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  const header = Buffer.alloc(headerBytes);
  const opened = openSync(file, "r");
  try {
    readSync(opened, header, 0, headerBytes, 0);
  } finally {
    closeSync(opened);
  }
  const missing = header.readUInt32BE(pagesAt) * pageSizeOf(header) - statSync(file).size;
  if (missing > 0) throw damaged(file, `${missing} bytes are missing at its end`);
}

/**
 * Checks more of the file than its opening does: also that the indexes have the rows, and that the unused pages
 * are empty. The event store overwrites each page that it gives up with zeros. Throws `FileUnusable`.
 */
export function checkWholeFile(db: Db, file: string): void {
  const [found] = db.prepare("PRAGMA integrity_check(1)").raw().get([]) as [string];
  if (found !== "ok") throw damaged(file, found.replaceAll("\n", " "));
  db.pragma("wal_checkpoint(TRUNCATE)");
  const used = usedUnusedPage(readFileSync(file));
  if (used !== undefined) throw damaged(file, `the unused page ${used} is not empty`);
}

function pageSizeOf(header: Buffer): number {
  const stored = header.readUInt16BE(pageSizeAt);
  return stored === 1 ? 65_536 : stored;
}

/** The number of an unused page that has content. */
function usedUnusedPage(file: Buffer): number | undefined {
  const pageSize = pageSizeOf(file);
  const page = (number: number) => file.subarray((number - 1) * pageSize, number * pageSize);
  const empty = Buffer.alloc(pageSize);
  // Each trunk names the next one and the empty pages. SQLite's check has shown that the list is whole.
  for (let trunk = file.readUInt32BE(firstTrunkAt); trunk !== 0; ) {
    const list = page(trunk);
    const count = list.readUInt32BE(4);
    for (let n = 0; n < count; n += 1) {
      const number = list.readUInt32BE(8 + 4 * n);
      if (!page(number).equals(empty)) return number;
    }
    trunk = list.readUInt32BE(0);
  }
  return undefined;
}
