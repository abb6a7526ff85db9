import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";

/** The URL of a real MongoDB for the tests. Each suite uses a separate database on it. */
export const givenMongoUrl = process.env.TEST_MONGODB_URL || undefined;

/** A new database on a MongoDB that the tests haven't started themselves. */
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
