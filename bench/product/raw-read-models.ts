import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { collectionOf, type ReadModel } from "@ornament/contracts/read-models/read-model";
import { type Collection, type Document, MongoClient } from "mongodb";
import type { Product } from "./product.ts";

export type RawDocument = Document & { _id: string | number };

/** The read models' collections through the official driver with its own defaults. */
export interface RawReadModels {
  collection(model: ReadModel, part?: string): Collection<RawDocument>;
  close(): Promise<void>;
}

export async function openRawReadModels(product: Product): Promise<RawReadModels> {
  const client = await new MongoClient(product.mongodbUrl).connect();
  const database = client.db("ornament");
  const all = await database.collection<ProjectionGeneration>(generationsCollection).find().toArray();
  const live = liveGenerations(all);
  return {
    collection({ name }, part) {
      const generation = live.get(name);
      if (!generation) throw new Error(`${name} has no live generation`);
      return database.collection(collectionOf(generation._id, part));
    },
    close: () => client.close(),
  };
}
