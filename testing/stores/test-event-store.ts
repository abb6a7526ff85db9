import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventStoreOptions } from "@ornament/embedded/eventstore/server";
import { freePort } from "../programs/free-port.ts";
import { testIf } from "../suites/test-if.ts";
import { EventStoreProcess, eventStoreCommand } from "./event-store-process.ts";
import { type FaultyEventStore, startFaultyEventStore } from "./faulty-event-store.ts";

interface TestEventStoreOptions {
  /** The folder of the data, by default a temporary one, which `close` removes. */
  readonly dataDir?: string;
  /**
   * The port. By default the embedded one listens at a socket, as in the product, a real one on any free
   * port.
   */
  readonly port?: number;
  /** The clock, in milliseconds. A real server uses its own clock: see `testOnEmbeddedEventStore`. */
  readonly clock?: () => number;
}

/** An event store for one suite. It is empty unless its folder already contains data. */
export interface TestEventStore {
  readonly connectionString: string;
  /**
   * The server, for faults, space limits and scavenges. Throws for a real one: see
   * `testOnEmbeddedEventStore`.
   */
  readonly embedded: FaultyEventStore;
  stop(): Promise<void>;
  /** Starts it again after `stop`, on the same folder and address. */
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Stops it and removes its temporary folder. */
  close(): Promise<void>;
}

/** Starts the embedded event store in this process, or a real one by TEST_EVENTSTORE_COMMAND. */
export async function testEventStore(options: TestEventStoreOptions = {}): Promise<TestEventStore> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "test-event-store-")));
  const server = eventStoreCommand
    ? new ExternalEventStore(new EventStoreProcess(dataDir, options.port || (await freePort())))
    : new EmbeddedEventStore({ ...options, dataDir });
  await server.start();
  const restart = async () => {
    await server.stop();
    await server.start();
  };
  const close = async () => {
    await server.stop();
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  return Object.assign(server, { restart, close });
}

/**
 * `test` for tests of a feature of the embedded event store, such as "clock". They are skipped on a real one.
 */
export const testOnEmbeddedEventStore = (needed: string) =>
  testIf(eventStoreCommand === undefined, `needs the embedded event store's ${needed}`);

class EmbeddedEventStore {
  readonly #options: EventStoreOptions;
  #server: FaultyEventStore | undefined;
  connectionString = "";

  constructor(options: TestEventStoreOptions & { dataDir: string }) {
    const socket = options.port === undefined ? join(options.dataDir, "events.sock") : undefined;
    this.#options = { ...options, socket };
  }

  get embedded(): FaultyEventStore {
    if (!this.#server) throw new Error("The event store is stopped");
    return this.#server;
  }

  async start(): Promise<void> {
    this.#server = await startFaultyEventStore(this.#options);
    this.connectionString = this.#server.connectionString;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop();
  }
}

class ExternalEventStore {
  readonly #process: EventStoreProcess;

  constructor(process: EventStoreProcess) {
    this.#process = process;
  }

  get connectionString(): string {
    return this.#process.connectionString;
  }

  get embedded(): never {
    throw new Error("The event store is not the embedded one, because TEST_EVENTSTORE_COMMAND is set");
  }

  start = () => this.#process.start();
  stop = () => this.#process.end("SIGTERM");
}
