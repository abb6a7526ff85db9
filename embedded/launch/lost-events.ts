import { statSync } from "node:fs";
import { join } from "node:path";
import { FileUnusable } from "../eventstore/log/file-unusable.ts";
import type { DataDirectory } from "./data-directory.ts";

/**
 * Throws `FileUnusable` if the file of the event store is missing or empty, and another file shows that
 * there were events: a start would make an empty product, and write over what is left of the former one.
 */
export function refuseLostEvents(
  { path, documentsFile }: Pick<DataDirectory, "path" | "documentsFile">,
  auditDir: string | undefined,
): void {
  const file = join(path, "events.sqlite");
  if (sizeOf(file) > 0) return;
  // They are only written once there are events.
  const witnesses = [
    ...["checkpoint", "backup.json"].map((name) => join(auditDir || join(path, "audit"), name)),
    documentsFile,
  ];
  const witness = witnesses.find((other) => sizeOf(other) > (other === documentsFile ? emptyDocuments : 0));
  if (witness === undefined) return;
  throw new FileUnusable(
    `The event store's file ${file} is missing or empty, and ${witness} shows that there were events. Put the file back, or move both folders away and restore the latest backup with \`npm run restore\`; docs/operations.md says how.`,
  );
}

/** The file of a document store without documents is smaller, in bytes. */
const emptyDocuments = 65_536;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
