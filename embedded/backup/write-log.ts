import { setImmediate as nextTurn } from "node:timers/promises";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { BackupRefused } from "@ornament/tools/backup/refused";
import { DELETED } from "../eventstore/log/append-decision.ts";
import { closeDatabase, type Db, openDatabase } from "../eventstore/log/database.ts";

const eventsACommit = 5_000;

/**
 * Writes the events of a backup to a new `events.sqlite` in the folder, with their positions, revisions, ids
 * and times.
 */
export async function writeLog(dataDir: string, events: Iterable<EventBytes>): Promise<void> {
  const db = openDatabase(dataDir);
  try {
    await insertAll(db, events);
  } finally {
    closeDatabase(db);
  }
}

async function insertAll(db: Db, events: Iterable<EventBytes>): Promise<void> {
  const insert = inserter(db);
  let isOpen = false;
  let count = 0;
  try {
    for (const event of events) {
      if (!isOpen) db.exec("BEGIN IMMEDIATE");
      isOpen = true;
      insert(event);
      count += 1;
      if (count % eventsACommit > 0) continue;
      db.exec("COMMIT");
      isOpen = false;
      await nextTurn();
    }
    if (isOpen) db.exec("COMMIT");
    isOpen = false;
  } finally {
    if (isOpen && db.inTransaction) db.exec("ROLLBACK");
  }
}

function inserter(db: Db): (event: EventBytes) => void {
  const addStream = db.prepare("INSERT INTO streams (name) VALUES (?)");
  const streamId = db.prepare("SELECT id FROM streams WHERE name = ?").raw();
  const addEvent = db.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const ids = new Map<string, number>();
  return (event) => {
    const position = Number(event.position.commit);
    if (event.position.prepare !== event.position.commit || !Number.isSafeInteger(position))
      throw new BackupRefused(
        `The event at position ${event.position.commit} was written in a transaction, which an embedded event store doesn't have`,
      );
    let id = ids.get(event.stream);
    if (id === undefined) {
      addStream.run([event.stream]);
      id = (streamId.get([event.stream]) as [number])[0];
      ids.set(event.stream, id);
    }
    const revision = event.revision >= BigInt(DELETED) ? DELETED : Number(event.revision);
    const { id: eventId, type, contentType, created, metadata, data } = event;
    addEvent.run([position, id, revision, eventId, type, contentType, created, metadata, data]);
  };
}
