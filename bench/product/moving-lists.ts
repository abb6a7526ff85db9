import { randomUUID } from "node:crypto";
import { EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import type { Product } from "./product.ts";
import { ReadModels } from "./read-models.ts";

/** Moves the product's lists on, so that no answer of before is given again. */
export class MovingLists {
  readonly #client: EventStoreDBClient;
  readonly #readModels: ReadModels;
  /** Events that no projection knows: every list has to pass them, and stays as it is. */
  readonly #stream = `bench-${randomUUID()}`;

  constructor(product: Product) {
    this.#client = EventStoreDBClient.connectionString(product.eventstoreUrl);
    this.#readModels = new ReadModels(product);
  }

  /** Appends an event. Resolves when all lists have passed it. */
  async move(): Promise<void> {
    const event = jsonEvent({ id: randomUUID(), type: "BenchMoved", data: {} });
    const { position } = await this.#client.appendToStream(this.#stream, event);
    if (position === undefined) throw new Error("The event store did not say where the event is");
    await this.#readModels.haveReached(position.commit);
  }

  async close(): Promise<void> {
    await this.#readModels.close();
    await this.#client.dispose();
  }
}
