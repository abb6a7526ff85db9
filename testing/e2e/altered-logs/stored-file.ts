import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, type Db, openDatabase } from "@ornament/embedded/eventstore/log/database";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";

/** Makes a data directory with a file of these events, as a person with SQLite could. */
export function storeEvents(folder: string, events: readonly EventBytes[], { bytes }: ServerKey): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "secrets.json"), JSON.stringify({ MASTER_KEY: bytes.toString("base64url") }));
  const db = openDatabase(folder);
  try {
    insertEvents(db, events);
  } finally {
    closeDatabase(db);
  }
}

export function insertEvents(db: Db, events: readonly EventBytes[]): void {
  const addStream = db.prepare(
    "INSERT INTO streams (name) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM streams WHERE name = ?)",
  );
  const insert = db.prepare(
    "INSERT INTO events SELECT ?, id, ?, ?, ?, ?, ?, ?, ? FROM streams WHERE name = ?",
  );
  db.exec("BEGIN");
  for (const { position, stream, revision, id, type, contentType, created, metadata, data } of events) {
    addStream.run([stream, stream]);
    const values = [
      Number(position.commit),
      Number(revision),
      id,
      type,
      contentType,
      created,
      metadata,
      data,
      stream,
    ];
    insert.run(values);
  }
  db.exec("COMMIT");
}

/** Makes pages of the file that hold nothing. */
export function addUnusedPages(folder: string): void {
  const db = openDatabase(folder);
  try {
    db.exec(
      "CREATE TABLE former (content BLOB); INSERT INTO former VALUES (randomblob(40000)); DROP TABLE former",
    );
  } finally {
    closeDatabase(db);
  }
}
