import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EventStoreDBClient, type JSONEventType, jsonEvent, type ResolvedEvent } from "@eventstore/db-client";
import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import { type FaultyEventStore, startFaultyEventStore } from "@ornament/testing/stores/faulty-event-store";

/** A running event store in a temporary folder, and an official client of it. */
export type TestStore = {
  readonly client: EventStoreDBClient;
  readonly server: FaultyEventStore;
  readonly dataDir: string;
  /** Stops the server and starts it again with the same folder and address. The client reconnects. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The listener of a test server: a socket, as in the product, or a port, which other hosts' names can reach.
 */
type Listening = "at a socket" | "on a port";

export async function openTestStore(
  listening: Listening = "at a socket",
  clock?: () => number,
): Promise<TestStore> {
  const dataDir = await temporaryFolder();
  const socket = listening === "at a socket" ? join(dataDir, "events.sock") : undefined;
  const start = (port = 0) => startFaultyEventStore({ dataDir, socket, port, ...(clock && { clock }) });
  let server = await start();
  const client = connect(server.connectionString);
  return {
    client,
    get server() {
      return server;
    },
    dataDir,
    async restart() {
      await server.stop();
      server = await start(server.port);
    },
    close: async () => {
      await client.dispose();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A store for each test of the file. It is closed after the test. */
export function storeForEachTest(listening?: Listening): TestStore {
  const opened = openedLater(listening);
  beforeEach(opened.open);
  afterEach(() => opened.store.close());
  return opened.store;
}

/** One store for all tests of the file. */
export function storeForAllTests(listening?: Listening): TestStore {
  const opened = openedLater(listening);
  beforeAll(opened.open);
  afterAll(() => opened.store.close());
  return opened.store;
}

function openedLater(listening?: Listening): { open: () => Promise<void>; store: TestStore } {
  let current: TestStore | undefined;
  const now = () => {
    if (!current) throw new Error("The store is started before a test, not here");
    return current;
  };
  return {
    open: async () => {
      current = await openTestStore(listening);
    },
    store: {
      get client() {
        return now().client;
      },
      get server() {
        return now().server;
      },
      get dataDir() {
        return now().dataDir;
      },
      restart: () => now().restart(),
      close: async () => current?.close(),
    },
  };
}

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "event-store-"));

/** The client's deadline of 10 seconds is too short for a large append on a busy machine. */
export const connect = (address: string): EventStoreDBClient =>
  address.startsWith("unix:")
    ? new EventStoreDBClient({ endpoint: address, defaultDeadline: 60_000 }, { insecure: true })
    : EventStoreDBClient.connectionString(`${address}&defaultDeadline=60000`);

type Numbered = JSONEventType<string, { readonly n: number }>;

/** An event that carries its number. */
export const numbered = (n: number, type = "Counted") => jsonEvent<Numbered>({ type, data: { n } });

export const numbersTo = (count: number, type?: string) =>
  Array.from({ length: count }, (_, n) => numbered(n, type));

/** The `n` of an event made by {@link numbered}, else -1. */
export function numberOf({ event }: ResolvedEvent): number {
  const data: unknown = event?.data;
  return typeof data === "object" && data !== null && "n" in data && typeof data.n === "number" ? data.n : -1;
}

type Subscribed = AsyncIterable<ResolvedEvent> & { unsubscribe(): Promise<void> };

/** Reads this number of events of a subscription and ends it. */
export async function take(subscription: Subscribed, count: number): Promise<ResolvedEvent[]> {
  const taken: ResolvedEvent[] = [];
  for await (const event of subscription) {
    taken.push(event);
    if (taken.length === count) break;
  }
  await subscription.unsubscribe();
  return taken;
}

/** The error that a promise rejects with. Fails if the promise resolves. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("It was not refused");
    },
    (error: unknown) => error,
  );
}
