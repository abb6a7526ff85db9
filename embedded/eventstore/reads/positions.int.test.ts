import { rm } from "node:fs/promises";
import { START } from "@eventstore/db-client";
import { expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { closeDatabase, openDatabase } from "../log/database.ts";
import { startEventStore } from "../server.ts";
import { connect, numbersTo, storeForEachTest, take, temporaryFolder } from "../testing/test-store.ts";

const store = storeForEachTest();

const append = (count: number) => store.client.appendToStream("a-1", numbersTo(count));
const positions = async () => (await listOf(store.client.readAll())).map(({ event }) => event?.position);

test("a file of an older version has a position at each number, and its new events have distances", async () => {
  const dataDir = await temporaryFolder();
  const first = await startEventStore({ dataDir });
  const before = connect(first.connectionString);
  await before.appendToStream("a-1", numbersTo(3));
  await before.dispose();
  await first.stop();
  const db = openDatabase(dataDir);
  // Such a file may have a table of version 1.1.0, which nothing reads any more.
  db.exec("UPDATE events SET position = position / 16");
  db.exec("CREATE TABLE gapless (until INTEGER NOT NULL); INSERT INTO gapless VALUES (3)");
  closeDatabase(db);
  const second = await startEventStore({ dataDir });
  const after = connect(second.connectionString);
  const { position } = await after.appendToStream("a-1", numbersTo(1));
  expect(position?.commit).toBe(16n);
  for (const commit of [1n, 2n, 3n]) {
    const fromPosition = { commit, prepare: commit };
    expect(await take(after.subscribeToAll({ fromPosition }), 1)).toHaveLength(1);
  }
  expect(await take(after.subscribeToAll({ fromPosition: START }), 4)).toHaveLength(4);
  await after.dispose();
  await second.stop();
  await rm(dataDir, { recursive: true });
});

test("the position of an event that was scavenged stays a position", async () => {
  await append(3);
  const [first] = await positions();
  await store.client.setStreamMetadata("a-1", { maxCount: 1 });
  await store.server.scavenge();
  expect(await take(store.client.subscribeToAll({ fromPosition: first ?? START }), 1)).toHaveLength(1);
});
