import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";

/** The address of a MongoDB for tests, instead of the embedded server. Each suite takes a database of its own there. */
export const givenMongoUrl = process.env.TEST_MONGODB_URL || undefined;

/** A database of a name that nobody has, on a server that others run. */
export interface GivenDatabase {
  readonly url: string;
  readonly database: string;
  drop(): Promise<void>;
}

export const givenDatabase = (url: string): GivenDatabase => {
  const database = `ornament-test-${randomUUID()}`;
  return {
    url,
    database,
    async drop() {
      const client = new MongoClient(url);
      try {
        await client.db(database).dropDatabase();
      } finally {
        await client.close();
      }
    },
  };
};
