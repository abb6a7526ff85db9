import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventStoreServer, startEventStore } from "@ornament/embedded/eventstore/server";
import { EventStoreProcess, eventStoreCommand } from "./event-store-process.ts";
import { freePort } from "./free-port.ts";
import { testWhere } from "./test-where.ts";

interface TestEventStoreOptions {
  /** A folder of its own where none is named; that goes with `close`. */
  readonly dataDir?: string;
  /** Any free port where none is named. */
  readonly port?: number;
  /** In milliseconds. A real server has its own: see `testOnEmbeddedEventStore`. */
  readonly clock?: () => number;
}

/** An event store with nothing in it, or with what its folder holds, as a suite has it to itself. */
export interface TestEventStore {
  readonly port: number;
  readonly connectionString: string;
  /** With faults, space limits and scavenges; throws on another server: see `testOnEmbeddedEventStore`. */
  readonly embedded: EventStoreServer;
  stop(): Promise<void>;
  /** Again after `stop`, on the same folder and port. */
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Stops it for good. */
  close(): Promise<void>;
}

/** Starts the embedded event store in this process, or a node by TEST_EVENTSTORE_COMMAND in a process of its own. */
export async function testEventStore(options: TestEventStoreOptions = {}): Promise<TestEventStore> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "test-event-store-")));
  const server = eventStoreCommand
    ? new NodeOfCommand(new EventStoreProcess(dataDir, options.port || (await freePort())))
    : new EmbeddedNode({ ...options, dataDir });
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

/** `test` for what needs something that only the embedded event store has, e.g. "clock"; skipped on another one. */
export const testOnEmbeddedEventStore = (needed: string) =>
  testWhere(eventStoreCommand === undefined, `needs the embedded event store's ${needed}`);

class EmbeddedNode {
  readonly #options: TestEventStoreOptions & { dataDir: string };
  #server: EventStoreServer | undefined;
  port: number;

  constructor(options: TestEventStoreOptions & { dataDir: string }) {
    this.#options = options;
    this.port = options.port ?? 0;
  }

  get embedded(): EventStoreServer {
    if (!this.#server) throw new Error("The event store is stopped");
    return this.#server;
  }

  get connectionString(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  async start(): Promise<void> {
    this.#server = await startEventStore({ ...this.#options, port: this.port });
    this.port = this.#server.port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop();
  }
}

class NodeOfCommand {
  readonly #process: EventStoreProcess;

  constructor(process: EventStoreProcess) {
    this.#process = process;
  }

  get port(): number {
    return this.#process.port;
  }

  get connectionString(): string {
    return this.#process.connectionString;
  }

  get embedded(): never {
    throw new Error("TEST_EVENTSTORE_COMMAND names another event store than the embedded one");
  }

  start = () => this.#process.start();
  stop = () => this.#process.end("SIGTERM");
}
