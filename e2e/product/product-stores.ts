import { join } from "node:path";
import { EventStoreProcess, eventStoreCommand } from "./event-store-process.ts";
import { freePort } from "./free-port.ts";
import { type GivenDatabase, givenDatabase, givenMongoUrl } from "./given-mongo.ts";

/** The stores that a product is given in tests and that live as long as it runs; by default none, and it starts its own. */
export class ProductStores {
  readonly eventStore: EventStoreProcess | undefined;
  #mongo: GivenDatabase | undefined;

  private constructor(eventStore: EventStoreProcess | undefined, mongo: GivenDatabase | undefined) {
    this.eventStore = eventStore;
    this.#mongo = mongo;
  }

  /** The product starts its own. */
  static readonly none = new ProductStores(undefined, undefined);

  /** Starts those that the tests' environment names and the product's own does not. What the log holds stays in `dataDir`. */
  static async start(dataDir: string, environment: Record<string, string> = {}): Promise<ProductStores> {
    const eventStore =
      eventStoreCommand && !environment.EVENTSTORE_URL
        ? new EventStoreProcess(join(dataDir, "event-store"), await freePort())
        : undefined;
    await eventStore?.start();
    const mongo = givenMongoUrl && !environment.MONGODB_URL ? givenDatabase(givenMongoUrl) : undefined;
    return new ProductStores(eventStore, mongo);
  }

  /** What tells a product, or a service beside it, of them. */
  get environment(): Record<string, string> {
    return {
      ...(this.eventStore && { EVENTSTORE_URL: this.eventStore.connectionString }),
      ...(this.#mongo && { MONGODB_URL: this.#mongo.url, MONGODB_DATABASE: this.#mongo.database }),
    };
  }

  /** As the product ends. The read models go, as the embedded document store's do. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const mongo = this.#mongo;
    this.#mongo = undefined;
    await Promise.all([this.eventStore?.end(signal), mongo?.drop()]);
  }
}
