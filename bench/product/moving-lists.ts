import { randomUUID } from "node:crypto";
import { EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import type { Product } from "./product.ts";
import { Projections } from "./projections.ts";

/** Moves the product's lists on, so that no answer of before is given again. */
export class MovingLists {
  readonly #client: EventStoreDBClient;
  readonly #projections: Projections;
  /** Events that no projection knows: every list has to pass them, and stays as it is. */
  readonly #stream = `bench-${randomUUID()}`;

  constructor(product: Product) {
    this.#client = EventStoreDBClient.connectionString(product.eventstoreUrl);
    this.#projections = new Projections(product);
  }

  /** Appends an event. Resolves when all lists have passed it. */
  async move(): Promise<void> {
    const event = jsonEvent({ id: randomUUID(), type: "BenchMoved", data: {} });
    const { position } = await this.#client.appendToStream(this.#stream, event);
    if (position === undefined) throw new Error("The event store did not say where the event is");
    await this.#projections.haveReached(position.commit);
  }

  async close(): Promise<void> {
    await this.#projections.close();
    await this.#client.dispose();
  }
}
