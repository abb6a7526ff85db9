import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Db, MongoClient } from "mongodb";
import type { SeedPeople } from "../seed/people.ts";
import { drawPeople } from "../seed/people.ts";
import { type CollectionPart, ReadModels, readModelCollections } from "../seed/read-models.ts";
import type { Row } from "./row.ts";

/** Before this share of the people is stored, the store's programs and buffers are still growing. They don't count as documents. */
const warmUp = 0.2;

/** With fewer PINs and consumers, the figure would be that of the program and not of its documents. */
const fewest = 5_000;

/**
 * How much memory a document of the read models takes in the embedded document store, with its share of the indexes, in a process of its own.
 * The official driver writes them as the projector does. Counted is by how much the process grows after its first fifth.
 */
export const documentStoreMemory: Row = {
  name: "document-store-memory",
  needs: "nothing",
  async measure({ sizes }) {
    const store = await startStore();
    const client = new MongoClient(store.url);
    try {
      const db = client.db("bench");
      await createIndexes(db);
      const readModels = new ReadModels();
      const people = drawPeople(Math.max(sizes.pins, fewest), Math.max(sizes.consumers, fewest));
      await fill(db, readModels.documentsOf(part(people, 0, warmUp)));
      const bytesBefore = await store.residentBytes();
      const after = await fill(db, readModels.documentsOf(part(people, warmUp, 1)));
      const bytes = (await store.residentBytes()) - bytesBefore;
      return [
        {
          what: "Memory of the embedded document store for each document",
          ours: { value: bytes / after.documents / 1_000, unit: "kB" },
          target: { atMost: 0.8 },
        },
        {
          what: "Documents written to the embedded document store, with their indexes",
          ours: { value: after.documents / after.seconds, unit: "documents/s" },
        },
      ];
    } finally {
      await client.close();
      await store.stop();
    }
  },
};

function part({ codes, consumers }: SeedPeople, from: number, to: number): SeedPeople {
  const some = <T>(all: readonly T[]) => all.slice(all.length * from, all.length * to);
  return { codes: some(codes), consumers: some(consumers) };
}

async function createIndexes(db: Db): Promise<void> {
  for (const { name, indexes } of readModelCollections)
    if (indexes.length > 0) await db.collection(name).createIndexes(indexes.map(({ key }) => ({ key })));
}

/** Gives the number of new documents, and the time in which the store took all of them. */
async function fill(
  db: Db,
  parts: AsyncIterable<CollectionPart>,
): Promise<{ documents: number; seconds: number }> {
  let [documents, milliseconds] = [0, 0];
  for await (const { collection, documents: some } of parts) {
    const began = performance.now();
    const { upsertedCount } = await db
      .collection<CollectionPart["documents"][number]>(collection)
      .bulkWrite(some.map(guarded), { ordered: false });
    milliseconds += performance.now() - began;
    documents += upsertedCount;
  }
  return { documents, seconds: milliseconds / 1_000 };
}

const guarded = ({ _id, ...replacement }: CollectionPart["documents"][number]) => ({
  replaceOne: { filter: { _id, position: { $lt: replacement.position } }, replacement, upsert: true },
});

/** Answers each message with the resident memory after a garbage collection. */
const reportMemory = `process.on("message", () => { gc(); gc(); process.send({ rss: process.memoryUsage.rss() }); });`;

async function startStore() {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      "--expose-gc",
      "--import",
      `data:text/javascript,${encodeURIComponent(reportMemory)}`,
      fileURLToPath(new URL("mongodb.js", import.meta.url)),
    ],
    { stdio: ["ignore", "inherit", "inherit", "ipc"], env: { ...process.env, MONGODB_PORT: "0" } },
  );
  const [{ port }] = await once(child, "message");
  return {
    url: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    async residentBytes(): Promise<number> {
      child.send({});
      const [{ rss }] = await once(child, "message");
      return rss;
    },
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
