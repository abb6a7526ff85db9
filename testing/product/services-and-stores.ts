import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "@jest/globals";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { freePort } from "../programs/free-port.ts";
import { type FaultyMongo, startFaultyMongo } from "../stores/faulty-mongo.ts";
import { type TestEventStore, testEventStore } from "../stores/test-event-store.ts";
import { type ServiceName, type ServiceProcess, startService } from "./service-process.ts";

/** Single services, and two stores that the test starts and stops. */
export class ServicesAndStores {
  readonly #folder = mkdtempSync(join(tmpdir(), "services-and-stores-"));
  readonly #events = join(this.#folder, "events");
  readonly #backup = join(this.#folder, "backup");
  readonly #secrets = drawSecrets();
  readonly #services: ServiceProcess[] = [];
  readonly #eventStorePort: number;
  readonly mongoPort: number;
  #eventStore: TestEventStore | undefined;
  #mongo: FaultyMongo | undefined;

  constructor(eventStorePort: number, mongoPort: number) {
    this.#eventStorePort = eventStorePort;
    this.mongoPort = mongoPort;
  }

  /** The URLs of the stores, also while they are stopped. */
  get addresses(): { EVENTSTORE_URL: string; MONGODB_URL: string } {
    return {
      EVENTSTORE_URL: `esdb://127.0.0.1:${this.#eventStorePort}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${this.mongoPort}/?directConnection=true`,
    };
  }

  start(name: ServiceName, environment: Record<string, string> = {}): ServiceProcess {
    const service = startService(name, {
      ...this.#secrets,
      ...this.addresses,
      SPOOL_DIR: this.#folder,
      ...environment,
    });
    this.#services.push(service);
    return service;
  }

  /** Starts the event store, on its earlier data. */
  async startEventStore(): Promise<void> {
    this.#eventStore = await testEventStore({ dataDir: this.#events, port: this.#eventStorePort });
  }

  async stopEventStore(): Promise<void> {
    await this.#eventStore?.stop();
    this.#eventStore = undefined;
  }

  /** Copies the event store's data, and starts it again. */
  async backUpEventStore(): Promise<void> {
    await this.stopEventStore();
    cpSync(this.#events, this.#backup, { recursive: true });
    await this.startEventStore();
  }

  /** Replaces the event store's data by the backup, while the services run. */
  async restoreEventStore(): Promise<void> {
    await this.stopEventStore();
    rmSync(this.#events, { recursive: true });
    cpSync(this.#backup, this.#events, { recursive: true });
    await this.startEventStore();
  }

  async startMongo(): Promise<void> {
    this.#mongo = await startFaultyMongo({ port: this.mongoPort });
  }

  /** The started document store, for its outages. */
  get mongo(): FaultyMongo {
    if (!this.#mongo) throw new Error("The document store is not started");
    return this.#mongo;
  }

  startStores = () => Promise.all([this.startEventStore(), this.startMongo()]);

  async close(): Promise<void> {
    for (const { child, ended } of this.#services.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
    await Promise.all([this.stopEventStore(), this.#mongo?.stop()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Services and stores for each test of a file. They are stopped after each test. */
export function servicesAndStoresOfEachTest(): { readonly current: ServicesAndStores } {
  const it = {} as { current: ServicesAndStores };
  beforeEach(async () => {
    it.current = new ServicesAndStores(await freePort(), await freePort());
  });
  afterEach(() => it.current.close());
  return it;
}
