import {
  type Db,
  MongoClient,
  type MongoClientOptions,
  ReadPreference,
  type TopologyDescription,
} from "mongodb";
import { ConfigError } from "../config/read-config.ts";
import { type OutageLog, type OutageReporter, outageLog } from "../logging/outage-log.ts";
import { shownAddress } from "../logging/shown-address.ts";
import { pause, whenAborted } from "../waiting/pause.ts";

export interface MongoOptions {
  readonly appName: string;
  /** Gets the log lines of outages. */
  readonly logger: OutageReporter;
  /** The time, in milliseconds, after which an operation without an answer fails. */
  readonly socketMilliseconds?: number;
  /** The time, in milliseconds, for which an operation waits for a suitable server. */
  readonly selectionMilliseconds?: number;
}

/** A connection to the document store that is renewed when it breaks. */
export interface MongoConnection {
  /** The URL without name and password. */
  readonly address: string;
  /** Whether the server has answered since the start. */
  readonly connected: boolean;
  /** Whether the server is known not to answer. */
  readonly away: boolean;
  db(name: string): Db;
  close(): Promise<void>;
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

/** The options in a URL that would change them. */
const spellings =
  /^(w|j|journal|fsync|wtimeout(ms)?|readconcernlevel|readpreference(tags)?|maxstalenessseconds|retryreads|retrywrites)$/i;

const reconnectMilliseconds = 500;

/**
 * Connects to the document store in the background and stays connected. When the first attempt fails, the
 * driver closes the client for good, so attempts are repeated here until one succeeds. Throws `ConfigError`
 * for a URL that can't be parsed.
 */
export function openMongo(connectionString: string, options: MongoOptions): MongoConnection {
  return new Connection(connectionString, options);
}

class Connection implements MongoConnection {
  readonly address: string;
  readonly #client: MongoClient;
  readonly #outages: OutageLog;
  readonly #closing = new AbortController();
  readonly #kept: Promise<void>;
  #connected = false;

  constructor(connectionString: string, options: MongoOptions) {
    this.#client = createMongoClient(connectionString, options);
    this.address = shownAddress(connectionString);
    this.#outages = outageLog(options.logger, { store: "MongoDB", address: this.address });
    this.#client.on("topologyDescriptionChanged", ({ newDescription }) => this.#observe(newDescription));
    this.#kept = this.#keep();
  }

  get connected(): boolean {
    return this.#connected;
  }

  get away(): boolean {
    return this.#outages.reason() !== undefined;
  }

  db(name: string): Db {
    return this.#client.db(name);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#outages.stop();
    await this.#client.close();
    await this.#kept;
  }

  async #keep(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const closed = new Promise<void>((resolve) => this.#client.once("topologyClosed", () => resolve()));
      try {
        await this.#client.connect();
        this.#connected = true;
        this.#outages.back();
        // It was closed during the attempt.
        if (signal.aborted) await this.#client.close();
        else await Promise.race([closed, whenAborted(signal)]);
      } catch (error) {
        if (!signal.aborted) this.#outages.away(error);
        await pause(reconnectMilliseconds, signal);
      }
    }
  }

  /** Called by the driver, which monitors the servers while it is connected. */
  #observe(description: TopologyDescription): void {
    const servers = [...description.servers.values()];
    const failed = servers.find(({ error }) => error);
    if (servers.some(({ isWritable }) => isWritable)) this.#outages.back();
    else if (failed) this.#outages.away(failed.error);
    // During the first attempt the primary is only not found yet.
    else if (this.#connected && description.type === "ReplicaSetNoPrimary")
      this.#outages.away("the replica set has no primary");
  }
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

/** The problem of a URL; `undefined` for a URL that the driver can parse. Does not connect. */
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
  const [address = "", query] = splitAt(connectionString, "?");
  if (query === undefined) return connectionString;
  const kept = query.split("&").filter((option) => {
    const [name = ""] = new URLSearchParams(option).keys();
    return !spellings.test(name);
  });
  return kept.length > 0 ? `${address}?${kept.join("&")}` : address;
}

function splitAt(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
