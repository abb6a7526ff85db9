import { type Collection, type Document, MongoClient, type MongoClientOptions } from "mongodb";
import { startMongo } from "../server.ts";

export interface TestDocument extends Document {
  _id: string | number;
}

export interface TestStore {
  readonly port: number;
  readonly client: MongoClient;
  /** A collection in a database of its own. */
  collection(): Collection<TestDocument>;
  close(): Promise<void>;
}

/** A document store on a free port with the official driver connected to it. */
export async function openStore(options: MongoClientOptions = {}): Promise<TestStore> {
  const server = await startMongo();
  const client = await new MongoClient(server.url, options).connect();
  let databases = 0;
  return {
    port: server.port,
    client,
    collection: () => client.db(`test${++databases}`).collection<TestDocument>("things"),
    close: async () => {
      await client.close();
      await server.stop();
    },
  };
}

/** The error of a refused command. */
export async function refusal(action: Promise<unknown>): Promise<Document> {
  try {
    await action;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("The command was not refused");
}
