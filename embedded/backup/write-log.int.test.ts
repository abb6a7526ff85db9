import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventStoreDBClient, jsonEvent, StreamDeletedError } from "@eventstore/db-client";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import { clientFor } from "@ornament/platform/eventstore/connection/address";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { silentLogger } from "@ornament/platform/logging/logger";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { listOf } from "@ornament/testing/event-log/list-of";
import { type EventStoreServer, startEventStore } from "../eventstore/server.ts";
import { numbersTo, openTestStore, type TestStore } from "../eventstore/testing/test-store.ts";
import { writeLog } from "./write-log.ts";

let now: number;
let store: TestStore;
let folder: string;
beforeEach(async () => {
  now = Date.now();
  store = await openTestStore("at a socket", () => now);
  folder = mkdtempSync(join(tmpdir(), "ornament-restored-"));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const eventsAt = async (connectionString: string): Promise<EventBytes[]> => {
  const reading = openEventStore({
    connectionString,
    definitions: [],
    masterKey: serverKey(Buffer.alloc(32, 7)),
    logger: silentLogger(),
  });
  try {
    return await all(reading.readBytes());
  } finally {
    await reading.close();
  }
};
const all = async (events: AsyncIterable<EventBytes>): Promise<EventBytes[]> =>
  (await listOf(events)).map((event) => ({
    ...event,
    data: Buffer.from(event.data),
    metadata: Buffer.from(event.metadata),
  }));
const restored = async <T>(use: (client: EventStoreDBClient, server: EventStoreServer) => Promise<T>) => {
  const server = await startEventStore({
    dataDir: folder,
    socket: join(folder, "events.sock"),
    clock: () => now,
  });
  const { client } = clientFor(server.connectionString);
  try {
    return await use(client, server);
  } finally {
    await client.dispose();
    await server.stop();
  }
};

async function writeHistory(client: EventStoreDBClient): Promise<void> {
  await client.appendToStream("kept", numbersTo(30));
  await client.setStreamMetadata("newest", { maxCount: 2 });
  await client.appendToStream("newest", numbersTo(9));
  await client.setStreamMetadata("aged", { maxAge: 60 });
  await client.appendToStream("aged", numbersTo(3));
  await client.appendToStream("deleted", numbersTo(4));
  await client.deleteStream("deleted");
  await client.appendToStream("back", numbersTo(2));
  await client.deleteStream("back");
  await client.appendToStream("back", numbersTo(1));
  await client.appendToStream("gone", numbersTo(5, `secret-${randomUUID()}`));
  await client.tombstoneStream("gone");
}

const reads = async (client: EventStoreDBClient) =>
  Promise.all(
    ["kept", "newest", "aged", "deleted", "back", "gone"].map(async (stream) => {
      const events = await listOf(client.readStream(stream)).catch((error: Error) => error.name);
      return [stream, typeof events === "string" ? events : events.map(({ event }) => event?.revision)];
    }),
  );

test("a restored log has the same events, reads and limits, and continues at the same revisions", async () => {
  await writeHistory(store.client);
  const events = await eventsAt(store.server.connectionString);
  await writeLog(folder, events);
  expect(statSync(join(folder, "events.sqlite")).mode & 0o777).toBe(0o600);
  now += 61_000;
  await restored(async (client, server) => {
    expect(await eventsAt(server.connectionString)).toEqual(events);
    expect(await reads(client)).toEqual(await reads(store.client));
    await expect(client.appendToStream("gone", jsonEvent({ type: "a", data: {} }))).rejects.toThrow(
      StreamDeletedError,
    );
    for (const one of [client, store.client]) {
      const next = await one.appendToStream("newest", numbersTo(1), { expectedRevision: 8n });
      expect(next.nextExpectedRevision).toBe(9n);
    }
    const positions = await Promise.all(
      [server, store.server].map(
        async ({ connectionString }) => (await eventsAt(connectionString)).at(-1)?.position,
      ),
    );
    expect(positions[0]).toEqual(positions[1]);
    await server.scavenge();
    await store.server.scavenge();
    const ids = async (connectionString: string) =>
      (await eventsAt(connectionString)).map(({ position }) => position);
    expect(await ids(server.connectionString)).toEqual(await ids(store.server.connectionString));
  });
});

test("positions that an older version wrote without gaps stay positions, also when their events are gone", async () => {
  const at = (position: bigint): EventBytes => ({
    id: randomUUID(),
    stream: "old",
    revision: position,
    type: "a",
    contentType: "application/json",
    created: now,
    position: { commit: position, prepare: position },
    metadata: Buffer.from("{}"),
    data: Buffer.from("{}"),
  });
  await writeLog(folder, [at(1n), at(2n), at(7n), at(16n), at(32n)]);
  await restored(async (client) => {
    const read = (commit: bigint) =>
      listOf(client.readAll({ fromPosition: { commit, prepare: commit }, maxCount: 1 }));
    expect((await read(3n))[0]?.event?.position?.commit).toBe(7n);
    await expect(read(17n)).rejects.toThrow();
  });
});

test("an event of a transaction of EventStoreDB is refused", async () => {
  const [event] = await (async () => {
    await store.client.appendToStream("kept", numbersTo(1));
    return eventsAt(store.server.connectionString);
  })();
  const inTransaction = { ...(event as EventBytes), position: { commit: 32n, prepare: 16n } };
  await expect(writeLog(folder, [inTransaction])).rejects.toThrow(/written in a transaction/);
});
