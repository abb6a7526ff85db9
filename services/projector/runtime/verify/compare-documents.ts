import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { collectionOf, type ReadModel } from "@ornament/contracts/projections/read-model";
import type { Db, Document } from "mongodb";
import type { Projection } from "../../projection.ts";

const examplesShown = 5;

interface Comparison {
  readonly compared: number;
  readonly different: number;
  /** SHA-256 of the live documents in the order of parts and ids. */
  readonly digest: string;
  readonly inWords: string;
}

/** Compares the documents of two generations at the same position, without the fields of the runtime. */
export async function compareDocuments(
  db: Db,
  projection: Projection,
  { live, fresh }: { live: string; fresh: string },
): Promise<Comparison> {
  let compared = 0;
  let different = 0;
  const examples: string[] = [];
  const sum = sumOfDocuments();
  for (const part of Object.keys(projection.readModel.collections)) {
    for await (const [a, b] of pairs(db, collectionOf(live, part), collectionOf(fresh, part))) {
      compared += 1;
      if (a) sum.add(part, a);
      if (isDeepStrictEqual(a, b)) continue;
      different += 1;
      if (examples.length < examplesShown) examples.push(`${part} ${String(a?._id ?? b?._id)}`);
    }
  }
  const found = { compared, different, digest: sum.digest().sha256 };
  const inWords =
    different === 0
      ? `${compared} documents, the same as after a fresh replay`
      : `${different} of ${compared} documents differ from a fresh replay, e.g. ${examples.join(", ")}`;
  return { ...found, inWords };
}

type Pair = [Document | undefined, Document | undefined];

/** The documents of both collections in pairs of the same id; a missing one is `undefined`. */
async function* pairs(db: Db, a: string, b: string): AsyncGenerator<Pair> {
  const [left, right] = [reader(db, a), reader(db, b)];
  let [one, other] = [await left(), await right()];
  while (one || other) {
    const order = !one ? 1 : !other ? -1 : inOrder(one._id, other._id);
    yield [order <= 0 ? one : undefined, order >= 0 ? other : undefined];
    if (order <= 0) one = await left();
    if (order >= 0) other = await right();
  }
}

function reader(db: Db, name: string): () => Promise<Document | undefined> {
  const cursor = documentsOf(db, name);
  return async () => (await cursor.next()) ?? undefined;
}

/** The store's order of ids: numbers by value, texts by their bytes. All ids of a part have the same type. */
function inOrder(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

interface GenerationDigest {
  readonly documents: number;
  readonly sha256: string;
}

function sumOfDocuments() {
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

/** The documents by id, without tombstones and without the position, which differs after an erasure. */
const documentsOf = (db: Db, collection: string) =>
  db
    .collection(collection)
    .find({ deleted: false }, { projection: { position: 0 } })
    .sort({ _id: 1 });

/** A document as a text that is the same for equal documents: fields are in the order of their names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === "bigint") return `${part}n`;
    if (part === null || typeof part !== "object" || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
