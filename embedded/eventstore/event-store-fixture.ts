import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EventStoreDBClient, type JSONEventType, jsonEvent, type ResolvedEvent } from "@eventstore/db-client";
import { type EventStoreServer, startEventStore } from "./server.ts";

/** A running event store on a temporary folder with the official client, for tests. */
export type TestStore = {
  readonly client: EventStoreDBClient;
  readonly server: EventStoreServer;
  readonly dataDir: string;
  /** Stops the server and starts it again on the same folder and port; the client finds it by itself. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

export async function openTestStore(clock?: () => number): Promise<TestStore> {
  const dataDir = await temporaryFolder();
  const start = (port = 0) => startEventStore({ dataDir, port, ...(clock && { clock }) });
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

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "event-store-"));

/** The client's own deadline of 10 seconds is too short for a large append on a busy machine. */
export const connect = (connectionString: string): EventStoreDBClient =>
  EventStoreDBClient.connectionString(`${connectionString}&defaultDeadline=60000`);

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

export async function collect(events: AsyncIterable<ResolvedEvent>): Promise<ResolvedEvent[]> {
  const all: ResolvedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

type Subscribed = AsyncIterable<ResolvedEvent> & { unsubscribe(): Promise<void> };

/** Takes so many events of a subscription and leaves it. */
export async function take(subscription: Subscribed, count: number): Promise<ResolvedEvent[]> {
  const taken: ResolvedEvent[] = [];
  for await (const event of subscription) {
    taken.push(event);
    if (taken.length === count) break;
  }
  await subscription.unsubscribe();
  return taken;
}

/** The error a promise rejects with; fails when it doesn't. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("It should have been refused");
    },
    (error: unknown) => error,
  );
}
