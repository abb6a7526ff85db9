import { type RunningMongo, startMongo } from "@ornament/embedded/mongodb/server";
import { givenDatabase, givenMongoUrl } from "./given-mongo.ts";
import { testWhere } from "./test-where.ts";

/** An empty database as a suite has it to itself. */
export interface TestMongo {
  readonly url: string;
  readonly database: string;
  /** With faults and stops; throws on another server: see `testOnEmbeddedMongo`. */
  readonly embedded: RunningMongo;
  /** The database is gone after it. */
  close(): Promise<void>;
}

/** Starts the embedded document store in this process, or takes a database of the server that TEST_MONGODB_URL names. */
export async function testMongo(): Promise<TestMongo> {
  if (!givenMongoUrl) {
    const embedded = await startMongo();
    return { url: embedded.url, database: "test", embedded, close: () => embedded.stop() };
  }
  const { url, database, drop } = givenDatabase(givenMongoUrl);
  return {
    url,
    database,
    get embedded(): never {
      throw new Error("TEST_MONGODB_URL names another document store than the embedded one");
    },
    close: drop,
  };
}

/** `test` for what needs something that only the embedded document store has, e.g. "faults"; skipped on another one. */
export const testOnEmbeddedMongo = (needed: string) =>
  testWhere(givenMongoUrl === undefined, `needs the embedded document store's ${needed}`);
