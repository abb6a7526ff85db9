import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/read-models/read-model";
import type { Collection, Db } from "mongodb";
import type { Generations } from "./registry.ts";

/** The read models of the generations that were live when a request looked at the registry. */
export class ReadView {
  readonly #database: Db;
  readonly #generations: Generations;

  constructor(database: Db, generations: Generations) {
    this.#database = database;
    this.#generations = generations;
  }

  collection<D extends Stored & { _id: string | number }>(model: ReadModel, part?: string): Collection<D> {
    const generation = this.#generations.get(model.name);
    if (!generation) throw new Error(`${model.name} was not requested`);
    return this.#database.collection(collectionOf(generation._id, part));
  }
}
