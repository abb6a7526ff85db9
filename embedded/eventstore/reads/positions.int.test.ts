import { rm } from "node:fs/promises";
import { type Position, START } from "@eventstore/db-client";
import { expect, test } from "@jest/globals";
import { closeDatabase, openDatabase } from "../log/database.ts";
import { startEventStore } from "../server.ts";
import {
  collect,
  connect,
  failure,
  numberOf,
  numbersTo,
  storeForEachTest,
  take,
  temporaryFolder,
} from "../testing/test-store.ts";

const store = storeForEachTest();

const append = (count: number) => store.client.appendToStream("a-1", numbersTo(count));
const positions = async () => (await collect(store.client.readAll())).map(({ event }) => event?.position);
const shifted = (position: Position | undefined, by: bigint): Position => ({
  commit: (position?.commit ?? 0n) + by,
  prepare: (position?.prepare ?? 0n) + by,
});
const from = (fromPosition: Position, direction: "forwards" | "backwards" = "forwards") =>
  collect(store.client.readAll({ fromPosition, direction }));

test("reads and subscriptions from a number just after a position are refused", async () => {
  await append(3);
  const [first] = await positions();
  const between = shifted(first, 1n);
  for (const direction of ["forwards", "backwards"] as const)
    expect(await failure(from(between, direction))).toMatchObject({ code: 2 });
  const subscription = store.client.subscribeToAll({ fromPosition: between });
  expect(await failure(collect(subscription))).toMatchObject({ code: 3 });
});

test("before version 23.10 a subscription from a number between two events ends with another error", async () => {
  store.server.faults.version = "22.10.5";
  await append(2);
  const fromPosition = shifted((await positions())[0], 1n);
  expect(await failure(collect(store.client.subscribeToAll({ fromPosition })))).toMatchObject({ code: 2 });
});

test("a read forwards from beyond the end gives no event, and a read backwards is refused", async () => {
  await append(2);
  const beyond = shifted((await positions())[1], 1_000n);
  expect(await from(beyond)).toEqual([]);
  expect(await failure(from(beyond, "backwards"))).toMatchObject({ code: 2 });
});

test.each([
  ["24.10.5", [2, 3]],
  ["22.10.5", [0, 1, 2, 3]],
])("a subscription from beyond the end on version %s gives the new events %j", async (version, given) => {
  await append(1);
  store.server.faults.version = version;
  const fromPosition = shifted((await positions())[0], 33n);
  const subscription = store.client.subscribeToAll({ fromPosition });
  await new Promise((resolve) => subscription.once("confirmation", resolve));
  await append(4);
  expect((await take(subscription, given.length)).map(numberOf)).toEqual(given);
});

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
