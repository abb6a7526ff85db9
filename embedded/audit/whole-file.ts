import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { closeDatabase, openDatabase } from "../eventstore/log/database.ts";
import { damaged, lastingFailure } from "../eventstore/log/file-unusable.ts";

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
  const bytes = readFileSync(file);
  if (bytes.length < headerBytes) return;
  const missing = bytes.readUInt32BE(pagesAt) * pageSizeOf(bytes) - bytes.length;
  if (missing > 0) throw damaged(file, `${missing} bytes are missing at its end`);
}

/**
 * Checks more of the file than its opening does: also that the indexes have the rows, and that the unused pages
 * are empty. The event store overwrites each page that it gives up with zeros. Throws `FileUnusable`.
 */
export function checkWholeFile(file: string): void {
  const db = openDatabase(dirname(file));
  try {
    const [found] = db.prepare("PRAGMA integrity_check(1)").raw().get([]) as [string];
    if (found !== "ok") throw damaged(file, found.replaceAll("\n", " "));
    const wrong = db.prepare(otherTypes).raw().get([]) as [number] | undefined;
    if (wrong) throw damaged(file, `the event at position ${wrong[0]} has values of other types`);
  } catch (error) {
    db.close();
    throw lastingFailure(file, error) ?? error;
  }
  closeDatabase(db);
  const used = usedUnusedPage(readFileSync(file));
  if (used !== undefined) throw damaged(file, `the unused page ${used} is not empty`);
}

/** SQLite keeps values of any type in a column, so a damaged row can have another one. */
const otherTypes = `
  SELECT position FROM events JOIN streams ON streams.id = stream_id
  WHERE typeof(event_id) <> 'text' OR typeof(type) <> 'text' OR typeof(content_type) <> 'text'
    OR typeof(name) <> 'text' OR typeof(created) <> 'integer'
    OR typeof(metadata) <> 'blob' OR typeof(data) <> 'blob' LIMIT 1
`;

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
