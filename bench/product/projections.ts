import { projectionNames } from "@ornament/contracts/events/projections";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
  type ProjectionRequest,
  requestsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { type Db, MongoClient } from "mongodb";
import type { Product } from "./product.ts";

const pollMilliseconds = 5;
/** A rebuild takes seconds, and asking costs processor time. */
const rebuildPollMilliseconds = 50;

/** How far the product's projections are, and their rebuild, through the official driver. */
export class Projections {
  readonly #client: MongoClient;
  readonly #db: Db;

  constructor(product: Product) {
    this.#client = new MongoClient(product.mongodbUrl, { useBigInt64: true });
    this.#db = this.#client.db("ornament");
  }

  /** Resolves when all of them include the position. */
  async haveReached(commit: bigint): Promise<void> {
    for (;;) {
      const live = [...liveGenerations(await this.#generations().find().toArray()).values()];
      if (live.every((generation) => generation.commit >= commit)) return;
      await pause(pollMilliseconds);
    }
  }

  /** Rebuilds all of them. Resolves with the milliseconds from the start of the work to the switch. */
  async rebuild(): Promise<number> {
    const requests = this.#db.collection<ProjectionRequest>(requestsCollection, { useBigInt64: false });
    const request: ProjectionRequest = {
      _id: crypto.randomUUID(),
      kind: "rebuild",
      projections: [...projectionNames],
      state: "waiting",
      progress: [],
      messages: [],
      requestedAt: new Date(),
    };
    await requests.insertOne(request);
    let began: number | undefined;
    for (;;) {
      const { state = "failed", messages = [] } = (await requests.findOne({ _id: request._id })) ?? {};
      if (state === "failed") throw new Error(`The rebuild failed: ${messages.join("; ")}`);
      if (state !== "waiting") began ??= performance.now();
      if (state === "done") return performance.now() - (began ?? 0);
      await pause(rebuildPollMilliseconds);
    }
  }

  /** Drops the documents that were replaced, which the product would keep for 15 minutes. */
  async dropRetired(): Promise<void> {
    const retired = await this.#generations().find({ state: "retired" }).toArray();
    const collections = await this.#db.listCollections({}, { nameOnly: true }).toArray();
    for (const { _id } of retired) {
      for (const { name } of collections)
        if (name === _id || name.startsWith(`${_id}_`)) await this.#db.dropCollection(name);
      await this.#db.collection<{ _id: string }>(generationsCollection).deleteOne({ _id });
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #generations() {
    return this.#db.collection<ProjectionGeneration>(generationsCollection);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
