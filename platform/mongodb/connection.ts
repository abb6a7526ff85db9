import { type Db, MongoClient, type MongoClientOptions, ReadPreference } from "mongodb";
import { z } from "zod";
import { ConfigError } from "../config/read-config.ts";
import { type OutageReporter, outageLog } from "../logging/outage-log.ts";
import { shownAddress } from "../logging/shown-address.ts";
import { pause, whenAborted } from "../waiting/pause.ts";

export interface MongoOptions {
  readonly appName: string;
  /** Of outages. */
  readonly logger: OutageReporter;
  /** The longest wait for an answer. */
  readonly socketMilliseconds?: number;
  /** The longest wait for a suitable server. */
  readonly selectionMilliseconds?: number;
}

/**
 * Checkpoints and reading one's own writes depend on these, so no option in the URL can change them: a write
 * succeeds when most members have it on disk, and reads come from the primary and see no data that could be
 * rolled back.
 */
const concerns = {
  writeConcern: { w: "majority", journal: true, wtimeoutMS: 10_000 },
  readConcern: { level: "majority" },
  readPreference: ReadPreference.primary,
  retryReads: true,
  retryWrites: true,
} as const satisfies MongoClientOptions;

const spellings =
  /^(w|j|journal|fsync|wtimeout(ms)?|readconcernlevel|readpreference(tags)?|maxstalenessseconds|retryreads|retrywrites)$/i;

const reconnectMilliseconds = 500;

export type MongoConnection = ReturnType<typeof openMongo>;

/**
 * Connects to the document store in the background and stays connected. When the first attempt fails, the
 * driver closes the client for good, so attempts are repeated here until one succeeds. Throws `ConfigError`
 * for a URL that can't be parsed.
 */
export function openMongo(connectionString: string, options: MongoOptions) {
  const client = createMongoClient(connectionString, options);
  const address = shownAddress(connectionString);
  const outages = outageLog(options.logger, { store: "MongoDB", address });
  const closing = new AbortController();
  const { signal } = closing;
  let connected = false;

  // The driver monitors the servers while it is connected.
  client.on("topologyDescriptionChanged", ({ newDescription: { servers, type } }) => {
    const all = [...servers.values()];
    const failed = all.find(({ error }) => error);
    if (all.some(({ isWritable }) => isWritable)) outages.back();
    else if (failed) outages.away(failed.error);
    // During the first attempt the primary is only not found yet.
    else if (connected && type === "ReplicaSetNoPrimary") outages.away("the replica set has no primary");
  });
  const keepConnected = async () => {
    while (!signal.aborted) {
      const closed = new Promise<void>((resolve) => client.once("topologyClosed", () => resolve()));
      try {
        await client.connect();
        connected = true;
        outages.back();
        // It was closed during the attempt.
        if (signal.aborted) await client.close();
        else await Promise.race([closed, whenAborted(signal)]);
      } catch (error) {
        if (!signal.aborted) outages.away(error);
        await pause(reconnectMilliseconds, signal);
      }
    }
  };
  const kept = keepConnected();
  return {
    /** Without name and password. */
    address,
    /** Whether the server has answered since the start. */
    get connected(): boolean {
      return connected;
    },
    /** Whether the server is known not to answer. */
    get away(): boolean {
      return outages.reason() !== undefined;
    },
    db: (name: string): Db => client.db(name),
    async close(): Promise<void> {
      closing.abort();
      outages.stop();
      await client.close();
      await kept;
    },
  };
}

/**
 * A client that connects at its first operation. Its timeouts are short: an early error is better than a long
 * wait. Positions are 64-bit integers: they are written as `bigint` and, by `useBigInt64`, read as `bigint`.
 * Every other number is an int32 or a double and stays a `number`.
 */
export function createMongoClient(
  connectionString: string,
  { appName, socketMilliseconds = 60_000, selectionMilliseconds = 5_000 }: Omit<MongoOptions, "logger">,
): MongoClient {
  try {
    return new MongoClient(withoutConcerns(connectionString), {
      ...concerns,
      appName,
      useBigInt64: true,
      serverSelectionTimeoutMS: selectionMilliseconds,
      connectTimeoutMS: 5_000,
      socketTimeoutMS: socketMilliseconds,
      waitQueueTimeoutMS: 5_000,
      maxPoolSize: 32,
      ignoreUndefined: true,
    });
  } catch (error) {
    throw new ConfigError(`MONGODB_URL ${problemOf(error, connectionString)}`);
  }
}

/** The problem of a URL that the driver can't parse. Does not connect. */
export function mongoAddressProblem(connectionString: string): string | undefined {
  try {
    new MongoClient(withoutConcerns(connectionString));
    return undefined;
  } catch (error) {
    return problemOf(error, connectionString);
  }
}

/** The driver's message, unless it contains the password. */
function problemOf(error: unknown, connectionString: string): string {
  const message = (error as Error).message.split("\n")[0] ?? "";
  const [, password = ""] = /^[^:]+:\/\/[^:/?]*:(.*)@/.exec(connectionString) ?? [];
  const isSafe = password === "" || !message.includes(password);
  return isSafe ? `can't be read: ${message}` : "can't be read: check its name and password";
}

/** The driver merges these options of the URL with the given ones, so they are removed from the URL. */
function withoutConcerns(connectionString: string): string {
  const [address = "", ...query] = connectionString.split("?");
  if (query.length === 0) return connectionString;
  const options = query.join("?").split("&");
  const kept = options.filter((option) => {
    const [name = ""] = new URLSearchParams(option).keys();
    return !spellings.test(name);
  });
  return kept.length > 0 ? `${address}?${kept.join("&")}` : address;
}

/** Parsed by the driver's own parser. */
export const mongoAddressSetting = z.string().superRefine((text, context) => {
  const message = mongoAddressProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
