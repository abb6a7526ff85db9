import { MongoClient } from "mongodb";

/**
 * A client for the document store. Its timeouts are short, for a reader would rather have an answer that says so than
 * wait. Positions are 64-bit integers: they are written as `bigint` and, by `useBigInt64`, read as `bigint`; every
 * other number is an int32 or a double and stays a `number`.
 */
export async function connectMongo(connectionString: string, appName: string): Promise<MongoClient> {
  const client = createMongoClient(connectionString, appName);
  await client.connect();
  return client;
}

/**
 * As `connectMongo`, without waiting for the first connection. An operation that the server has not answered for
 * `socketMilliseconds` fails.
 */
export function createMongoClient(
  connectionString: string,
  appName: string,
  { socketMilliseconds = 60_000 } = {},
): MongoClient {
  return new MongoClient(connectionString, {
    appName,
    useBigInt64: true,
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 5_000,
    socketTimeoutMS: socketMilliseconds,
    waitQueueTimeoutMS: 5_000,
    maxPoolSize: 32,
    ignoreUndefined: true,
  });
}
