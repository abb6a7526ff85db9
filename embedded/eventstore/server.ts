import { createServer as createListener } from "node:net";
import serverFeaturesGrpc from "@eventstore/db-client/generated/serverfeatures_grpc_pb.js";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { listenAt, placeOf } from "../sockets/listen.ts";
import { appendHandler } from "./appends/append-handler.ts";
import { type Behaviour, healthy } from "./behaviour.ts";
import { deleteHandler, tombstoneHandler } from "./deletions/delete-handler.ts";
import { CommitQueue } from "./log/commit-queue.ts";
import { CommitSignal } from "./log/commit-signal.ts";
import { openDatabase } from "./log/database.ts";
import { EventLog } from "./log/event-log.ts";
import type { FileUnusable } from "./log/file-unusable.ts";
import { Scavenger } from "./log/scavenge.ts";
import { OpenCalls } from "./protocol/response-stream.ts";
import { featuresHandler } from "./protocol/server-features.ts";
import { readHandler } from "./reads/read-handler.ts";
import type { Store } from "./store.ts";

export type EventStoreOptions = {
  /** The folder of `events.sqlite`, created if it is missing. */
  readonly dataDir: string;
  /** The path of a socket to listen at, in place of a port. */
  readonly socket?: string | undefined;
  /** 0 means any free port. */
  readonly port?: number;
  /** The clock in milliseconds, for tests of ages. */
  readonly clock?: () => number;
  /** Called when the file turns out to be damaged, or the disk fails. The server can't continue then. */
  readonly onFileUnusable?: (failure: FileUnusable) => void;
  /** The folder has a copy that may be removed meanwhile. It is only read, and so not scavenged. */
  readonly isCopy?: boolean;
  /** The time in milliseconds after which an idle connection is probed; for tests. */
  readonly keepAliveMilliseconds?: number;
};

export type EventStoreServer = {
  /** 0 for a socket. */
  readonly port: number;
  /** The URL in the form of `EVENTSTORE_URL`. */
  readonly connectionString: string;
  /** The events of the file. */
  readonly log: EventLog;
  /** Deletes hidden events from the disk. The server does this itself at the start and every hour. */
  scavenge(): Promise<void>;
  /** Limits the file for tests, so that it can't grow, as on a full disk. */
  limitSpace(limited: boolean): void;
  /** Commits received appends, ends open calls as unavailable and closes the file. */
  stop(): Promise<void>;
};

// The client's limit for received messages. The size check refuses a larger append, not the transport.
const MAX_MESSAGE = 17 * 1024 * 1024;
/**
 * The real server's default. A connection that doesn't answer within the same time again is closed. Node 20
 * needs it: after a protocol error it reads nothing more from the connection, not even its end, and would
 * keep it for good.
 */
const KEEP_ALIVE_MS = 10_000;
const SHUTDOWN_GRACE_MS = 500;

/**
 * Serves the streams part of EventStoreDB over gRPC without TLS, in the calling thread. Throws
 * `EventStoreLocked` if the folder's file is in use, `FileUnusable` if it is damaged, and an error with the
 * address if the port is in use.
 */
export async function startEventStore(
  options: EventStoreOptions,
  behaviour: Behaviour = healthy,
): Promise<EventStoreServer> {
  const { dataDir, socket, port = 0, clock = Date.now } = options;
  const { keepAliveMilliseconds = KEEP_ALIVE_MS } = options;
  const log = new EventLog(openDatabase(dataDir, options.onFileUnusable));
  const signal = new CommitSignal();
  const queue = new CommitQueue(log, signal, clock);
  const scavenger = new Scavenger(log, clock);
  const store: Store = { log, queue, signal, calls: new OpenCalls(), behaviour, clock };
  const server = createServer(store, keepAliveMilliseconds);
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const listener = createListener((connection) => injector.injectConnection(connection));
  let bound = port;
  try {
    bound = await listenAt(listener, placeOf(socket, port)).catch((error: Error) => {
      throw new Error(`The event store can't listen on ${socket ?? `127.0.0.1:${port}`}: ${error.message}`);
    });
    if (!options.isCopy) scavenger.start();
    return {
      port: bound,
      connectionString: socket ? `unix:${socket}` : `esdb://127.0.0.1:${bound}?tls=false`,
      log,
      scavenge: () => scavenger.run(),
      limitSpace: (limited) => log.space.limitSpace(limited),
      stop: async () => {
        listener.close();
        await scavenger.stop();
        await stop(server, store);
        log.close(options.isCopy);
      },
    };
  } catch (error) {
    log.close();
    throw error;
  }
}

function createServer(store: Store, keepAlive: number): Server {
  const server = new Server({
    "grpc.max_receive_message_length": MAX_MESSAGE,
    "grpc.max_send_message_length": MAX_MESSAGE,
    "grpc.keepalive_time_ms": keepAlive,
    "grpc.keepalive_timeout_ms": keepAlive,
  });
  server.addService(streamsGrpc.StreamsService, {
    read: readHandler(store),
    batchAppend: appendHandler(store),
    delete: deleteHandler(store),
    tombstone: tombstoneHandler(store),
  });
  server.addService(serverFeaturesGrpc.ServerFeaturesService, {
    getSupportedMethods: featuresHandler(store.behaviour),
  });
  store.behaviour.addServices?.(server);
  return server;
}

async function stop(server: Server, { queue, calls }: Store): Promise<void> {
  queue.close();
  await new Promise((resolve) => setImmediate(resolve));
  calls.endAll();
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, SHUTDOWN_GRACE_MS);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}
