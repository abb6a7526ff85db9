import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import { FileUnusable } from "../eventstore/log/file-unusable.ts";

interface Folders {
  /** The folder of `events.sqlite`. */
  readonly path: string;
  /** The file in which the document store keeps the read models. */
  readonly snapshotFile: string;
}

/** The files that are only written once there are events. */
const witnesses = ({ snapshotFile }: Folders, auditDir: string): readonly string[] => [
  join(auditDir, "checkpoint"),
  join(auditDir, "backup.json"),
  snapshotFile,
];

/**
 * Throws `FileUnusable` if the file of the event store is missing or has no event, and a file beside it shows that
 * there were some: a start would make an empty product, and write over what is left of the former one.
 */
export function refuseLostEvents(folders: Folders, auditDir: string): void {
  const file = join(folders.path, "events.sqlite");
  if (hasEvents(file)) return;
  const witness = witnesses(folders, auditDir).find((beside) => sizeOf(beside) > 0);
  if (witness === undefined) return;
  throw new FileUnusable(
    `The event store's file ${file} is missing or has no events, and ${witness} shows that there were some. Put the file back, or move both folders away and restore the latest backup with \`npm run restore\`; docs/operations.md says how.`,
  );
}

function hasEvents(file: string): boolean {
  if (sizeOf(file) === 0) return false;
  // A killed product's events may be there. Only the event store can read them without changing a file.
  if (sizeOf(`${file}-wal`) > 0) return true;
  const db = new Database(`${pathToFileURL(file).href}?mode=ro&immutable=1`);
  try {
    return db.prepare("SELECT 1 FROM events LIMIT 1").get() !== undefined;
  } catch (error) {
    // Damage is told by the event store.
    return !/no such table/.test(String(error));
  } finally {
    db.close();
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
