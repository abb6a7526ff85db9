import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Collection, type Document, MongoClient, type MongoClientOptions } from "mongodb";
import { startMongo } from "../server.ts";

export interface TestDocument extends Document {
  _id: string | number;
}

export interface TestStore {
  /** The path of its socket. */
  readonly socket: string;
  readonly client: MongoClient;
  /** A collection in a separate database. */
  collection(): Collection<TestDocument>;
  close(): Promise<void>;
}

/** A document store at a socket, as in the product, with the official driver connected to it. */
export async function openStore(options: MongoClientOptions = {}): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), "document-store-"));
  const socket = join(folder, "documents.sock");
  const server = await startMongo({ socket });
  const client = await new MongoClient(server.url, options).connect();
  let databases = 0;
  return {
    socket,
    client,
    collection: () => client.db(`test${++databases}`).collection<TestDocument>("things"),
    close: async () => {
      await client.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
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
