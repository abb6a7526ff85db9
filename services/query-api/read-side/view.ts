import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/read-models/read-model";
import type { Collection, Db } from "mongodb";
import type { Generations } from "./registry.ts";

/** The read models of the generations that were live when a request read the registry. */
export interface ReadView {
  collection<D extends Stored & { _id: string | number }>(model: ReadModel, part?: string): Collection<D>;
}

export const viewOf = (database: Db, generations: Generations): ReadView => ({
  collection(model, part) {
    const generation = generations.get(model.name);
    if (!generation) throw new Error(`${model.name} was not requested`);
    return database.collection(collectionOf(generation._id, part));
  },
});
