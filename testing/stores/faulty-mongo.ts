import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MongoOptions, type RunningMongo, startMongo } from "@ornament/embedded/mongodb/server";
import { placeOf } from "@ornament/embedded/sockets/listen";
import { Front } from "./front.ts";
import { MongoFaults } from "./mongo-faults.ts";

/** An embedded document store in this process with the faults of real servers, which a test chooses. */
export type FaultyMongo = RunningMongo & {
  readonly faults: MongoFaults;
  /** The URL for clients. */
  readonly front: Front;
};

/** Starts an embedded document store, by default at a free port of 127.0.0.1. */
export async function startFaultyMongo({ socket, port = 0 }: MongoOptions = {}): Promise<FaultyMongo> {
  const folder = await mkdtemp(join(tmpdir(), "behind-front-"));
  const behind = join(folder, "mongodb.sock");
  const faults = new MongoFaults();
  const front = new Front(placeOf(socket, port), { path: behind });
  const server = await startMongo({ socket: behind }, faults);
  const stop = async () => {
    front.thaw();
    front.refuse();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await front.accept();
  } catch (error) {
    await stop();
    throw error;
  }
  const authority = socket === undefined ? `127.0.0.1:${front.port}` : encodeURIComponent(socket);
  const url = `mongodb://${authority}/?directConnection=true`;
  return { port: front.port, url, faults, front, stop };
}
