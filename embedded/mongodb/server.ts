import { createServer, type Socket } from "node:net";
import type { Logger } from "@ornament/platform/logging/logger";
import Database from "libsql";
import { listenAt, placeOf } from "../sockets/listen.ts";
import { Cursors } from "./commands/cursors.ts";
import type { Interception } from "./commands/dispatch.ts";
import { MAX_CONNECTIONS } from "./protocol/limits.ts";
import { SqlDatabase } from "./store/sql-database.ts";
import { Store } from "./store/store.ts";
import { Connection } from "./wire/connection.ts";

export interface MongoOptions {
  /** The path of a socket to listen at, in place of a port. */
  readonly socket?: string | undefined;
  /** 0: any free port. */
  readonly port?: number;
  /** Where the documents are; in memory by default. */
  readonly database?: SqlDatabase | undefined;
  readonly logger?: Logger | undefined;
}

export interface RunningMongo {
  /** 0 for a socket. */
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

const SWEEP_MS = 60_000;

/**
 * Starts a document store that speaks MongoDB's wire protocol, on a loopback address because it has no sign-in.
 * Rejects if the port is taken.
 */
export async function startMongo(
  options: MongoOptions = {},
  interception?: Interception,
): Promise<RunningMongo> {
  const { socket, port = 0, database = inMemory(), logger } = options;
  const services = { store: new Store(database), cursors: new Cursors(), interception, logger };
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    new Connection(socket, services, ++connections);
  });
  server.maxConnections = MAX_CONNECTIONS;
  const bound = await listenAt(server, placeOf(socket, port));
  const sweep = setInterval(() => database.tryCheckpoint(), SWEEP_MS);
  sweep.unref();
  const authority = socket === undefined ? `127.0.0.1:${bound}` : encodeURIComponent(socket);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    clearInterval(sweep);
    stopped ??= new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
    return stopped;
  };
  const url = `mongodb://${authority}/?directConnection=true`;
  return { port: bound, url, stop };
}

const inMemory = () => new SqlDatabase(new Database(":memory:"));
