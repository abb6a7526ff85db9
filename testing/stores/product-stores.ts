import { join } from "node:path";
import { freePort } from "../programs/free-port.ts";
import { EventStoreProcess, eventStoreCommand } from "./event-store-process.ts";
import { type GivenDatabase, givenDatabase, givenMongoUrl } from "./given-mongo.ts";

/** The stores that the tests start for a product; none by default: the product starts embedded ones. */
export class ProductStores {
  readonly eventStore: EventStoreProcess | undefined;
  #mongo: GivenDatabase | undefined;

  private constructor(eventStore: EventStoreProcess | undefined, mongo: GivenDatabase | undefined) {
    this.eventStore = eventStore;
    this.#mongo = mongo;
  }

  /** The stores of a product that starts embedded ones. */
  static readonly none = new ProductStores(undefined, undefined);

  /**
   * Starts the stores that the tests' environment names, except for stores that the product's environment
   * names. The event store keeps its data in `dataDir`.
   */
  static async start(dataDir: string, environment: Record<string, string> = {}): Promise<ProductStores> {
    const eventStore =
      eventStoreCommand && !environment.EVENTSTORE_URL
        ? new EventStoreProcess(join(dataDir, "event-store"), await freePort())
        : undefined;
    await eventStore?.start();
    const mongo = givenMongoUrl && !environment.MONGODB_URL ? givenDatabase(givenMongoUrl) : undefined;
    return new ProductStores(eventStore, mongo);
  }

  /** The settings of a product, or of a single service, that uses these stores. */
  get environment(): Record<string, string> {
    return {
      ...(this.eventStore && { EVENTSTORE_URL: this.eventStore.connectionString }),
      ...(this.#mongo && { MONGODB_URL: this.#mongo.url, MONGODB_DATABASE: this.#mongo.database }),
    };
  }

  /**
   * Call this when the product ends. Drops the read models, as the embedded document store does at its end.
   */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const mongo = this.#mongo;
    this.#mongo = undefined;
    await Promise.all([this.eventStore?.end(signal), mongo?.drop()]);
  }
}
