import { randomBytes } from "node:crypto";
import { afterEach, beforeEach } from "@jest/globals";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { testDefinitions } from "@ornament/platform/eventstore/testing/test-events";
import { silentLogger } from "@ornament/platform/logging/logger";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { type TestEventStore, testEventStore } from "./test-event-store.ts";

const masterKey = serverKey(randomBytes(32));

/** An event store for one test, and clients of it. */
export interface EventStoreClients {
  server: TestEventStore;
  /** The time of the embedded event store, in milliseconds. */
  now: number;
  store: EventStore;
  /** Opens one more client with the same master key. It is closed after the test. */
  anotherClient(timeoutMilliseconds?: number): EventStore;
}

/** A new event store and a client of it for each test of a file. */
export function eventStoreClientOfEachTest(): EventStoreClients {
  const clients: EventStore[] = [];
  const it = {
    anotherClient(timeoutMilliseconds = 10_000) {
      const client = openEventStore({
        connectionString: it.server.connectionString,
        definitions: testDefinitions,
        masterKey,
        logger: silentLogger(),
        timeoutMilliseconds,
      });
      clients.push(client);
      return client;
    },
  } as EventStoreClients;
  beforeEach(async () => {
    it.now = Date.now();
    it.server = await testEventStore({ clock: () => it.now });
    it.store = it.anotherClient();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await it.server.close();
  });
  return it;
}
