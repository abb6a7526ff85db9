import { createHash } from "node:crypto";
import { collectionOf, type ReadModel } from "@ornament/contracts/read-models/read-model";
import type { Db, Document } from "mongodb";
import { canonical } from "./canonical.ts";

/** The number of a generation's documents, and their digest. */
export interface GenerationDigest {
  readonly documents: number;
  /** SHA-256 of the documents in the order of parts and ids. */
  readonly sha256: string;
}

/** Adds up the digest of documents that come in the order of parts and ids. */
export function sumOfDocuments() {
  const hash = createHash("sha256");
  let documents = 0;
  return {
    add(part: string, document: Document): void {
      documents += 1;
      hash.update(`${part} ${canonical(document)}\n`);
    },
    /** Call it once, at the end. */
    digest: (): GenerationDigest => ({ documents, sha256: hash.digest("hex") }),
  };
}

/** The digest of a generation, which is the same for every generation with the same documents. */
export async function digestOfGeneration(
  db: Db,
  readModel: ReadModel,
  generation: string,
): Promise<GenerationDigest> {
  const sum = sumOfDocuments();
  for (const part of Object.keys(readModel.collections))
    for await (const document of documentsOf(db, collectionOf(generation, part))) sum.add(part, document);
  return sum.digest();
}

/**
 * The documents of a collection by id, without tombstones and without the position, which differs after an
 * erasure.
 */
export const documentsOf = (db: Db, collection: string) =>
  db
    .collection(collection)
    .find({ deleted: false }, { projection: { position: 0 } })
    .sort({ _id: 1 });
