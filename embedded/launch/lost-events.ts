import { statSync } from "node:fs";
import { join } from "node:path";
import { FileUnusable } from "../eventstore/log/file-unusable.ts";
import type { DataDirectory } from "./data-directory.ts";

/** The files that are only written once there are events. */
const witnesses = ({ snapshotFile }: Folders, auditDir: string): readonly string[] => [
  join(auditDir, "checkpoint"),
  join(auditDir, "backup.json"),
  snapshotFile,
];

type Folders = Pick<DataDirectory, "path" | "snapshotFile">;

/**
 * Throws `FileUnusable` if the file of the event store is missing or empty, and another file shows that
 * there were some: a start would make an empty product, and write over what is left of the former one.
 */
export function refuseLostEvents(folders: Folders, auditDir: string): void {
  const file = join(folders.path, "events.sqlite");
  if (sizeOf(file) > 0) return;
  const witness = witnesses(folders, auditDir).find((other) => sizeOf(other) > 0);
  if (witness === undefined) return;
  throw new FileUnusable(
    `The event store's file ${file} is missing or empty, and ${witness} shows that there were some. Put the file back, or move both folders away and restore the latest backup with \`npm run restore\`; docs/operations.md says how.`,
  );
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
