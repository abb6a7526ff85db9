import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testIf } from "../suites/test-if.ts";
import { type FaultyMongo, startFaultyMongo } from "./faulty-mongo.ts";
import { givenDatabase, givenMongoUrl } from "./given-mongo.ts";

/** An empty database for one suite. */
export interface TestMongo {
  readonly url: string;
  readonly database: string;
  /** The server, for faults and outages. Throws for a real server: see `testOnEmbeddedMongo`. */
  readonly embedded: FaultyMongo;
  /** Removes the database. */
  close(): Promise<void>;
}

/** Starts the embedded document store in this process, or uses a new database on TEST_MONGODB_URL. */
export async function testMongo(): Promise<TestMongo> {
  if (!givenMongoUrl) {
    const folder = await mkdtemp(join(tmpdir(), "test-mongo-"));
    const embedded = await startFaultyMongo({ socket: join(folder, "mongodb.sock") });
    const close = async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    };
    return { url: embedded.url, database: "test", embedded, close };
  }
  const { url, database, drop } = givenDatabase(givenMongoUrl);
  return {
    url,
    database,
    get embedded(): never {
      throw new Error("The document store is not the embedded one, because TEST_MONGODB_URL is set");
    },
    close: drop,
  };
}

/** `test` for tests of a feature of the embedded document store; skipped on a real one. */
export const testOnEmbeddedMongo = (needed: string) =>
  testIf(givenMongoUrl === undefined, `needs the embedded document store's ${needed}`);
