import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/projections/read-model";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { mongodbUrl } from "@ornament/testing/product/product-files";
import { type Collection, MongoClient } from "mongodb";
import type { BenchedProduct } from "./benched-product.ts";

/** The collections that the product reads now. */
export interface LiveCollections {
  of<D extends Stored & { _id: string | number }>(model: ReadModel, part?: string): Collection<D>;
}

/** Opens the product's document store. */
export async function withDocuments<T>(
  { running }: Pick<BenchedProduct, "running">,
  use: (collections: LiveCollections) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(mongodbUrl(running));
  try {
    const database = client.db("ornament");
    const registry = database.collection<ProjectionGeneration>(generationsCollection);
    const live = liveGenerations(await registry.find().toArray());
    return await use({
      of: ({ name }, part) => database.collection(collectionOf(live.get(name)?._id ?? "", part)),
    });
  } finally {
    await client.close();
  }
}
