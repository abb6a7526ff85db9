import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtProgram } from "../programs/built-program.ts";
import { ProductStores } from "../stores/product-stores.ts";
import { rememberMailbox } from "./mailbox-links.ts";
import { productUrl } from "./product-files.ts";

/** The built product, started as `npm start` does, on a free port and with a separate data directory. */
export interface RunningProduct {
  readonly url: string;
  readonly dataDir: string;
  /** The id of the main process. */
  readonly pid: number;
  /** The stores that the tests' environment names, in place of the embedded ones. */
  readonly stores: ProductStores;
  /** The output so far. */
  output(): string;
  /** Milliseconds from the start to "Ornament is ready". */
  readonly startedIn: number;
  /** Sends SIGTERM. Returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGINT to the process group, as Ctrl-C does, and returns the exit code. Needs `group`. */
  interrupt(): Promise<number | null>;
  /** Sends SIGKILL to the main process and to the given event store, so that they end as in a power cut. */
  kill(): Promise<void>;
}

export const adminEmail = "boss@ornament.test";
export const adminPassword = "Boss-Of-2026";

const startTimeoutMs = 90_000;

export const newDataDir = () => mkdtempSync(join(tmpdir(), "ornament-"));
export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true });

/** Starts the product's process. It doesn't wait until the product is ready. */
export function spawnProduct(options: {
  dataDir: string;
  environment?: Record<string, string>;
  flags?: string[];
  /** Whether it gets a separate process group, as on a terminal. */
  group?: boolean;
}) {
  return spawn(process.execPath, [builtProgram("start"), ...(options.flags ?? [])], {
    env: {
      PATH: process.env.PATH ?? "",
      PORT: "0",
      DATA_DIR: options.dataDir,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      PASSWORD_COST: "4",
      REQUEST_LIMIT_SCALE: "1000",
      REQUEST_DEADLINE_SECONDS: "60",
      LOG_LEVEL: "error",
      ...options.environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.group ?? false,
  });
}

export async function startProduct(
  options: {
    dataDir?: string;
    environment?: Record<string, string>;
    flags?: string[];
    group?: boolean;
    /** Whether it uses embedded stores even if the tests' environment names others. */
    ownStores?: boolean;
    /** The time until it must be ready. */
    startTimeoutMs?: number;
  } = {},
): Promise<RunningProduct> {
  const dataDir = options.dataDir ?? newDataDir();
  const stores = options.ownStores
    ? ProductStores.none
    : await ProductStores.start(dataDir, options.environment);
  const began = Date.now();
  const environment = { ...options.environment, ...stores.environment };
  const child = spawnProduct({ ...options, environment, dataDir });
  const read = collectOutput(child);
  const ended = exitOf(child);
  const endedBy = async (kill: () => void, signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    kill();
    const code = await ended;
    await stores.end(signal);
    return code;
  };
  try {
    await Promise.race([
      untilPrinted(child, read, /Ornament is ready at (\S+)/, options.startTimeoutMs),
      ended.then((code) => {
        throw new Error(`The product ended with ${code} before it was ready:\n${read()}`);
      }),
    ]);
  } catch (error) {
    await endedBy(() => child.kill("SIGKILL"), "SIGKILL");
    throw error;
  }
  rememberMailbox({ dataDir });
  return {
    url: productUrl(dataDir),
    dataDir,
    pid: child.pid ?? 0,
    stores,
    output: read,
    startedIn: Date.now() - began,
    stop: () => endedBy(() => child.kill("SIGTERM")),
    interrupt: () => endedBy(() => process.kill(-(child.pid ?? 0), "SIGINT")),
    async kill() {
      await endedBy(() => child.kill("SIGKILL"), "SIGKILL");
    },
  };
}

export function collectOutput(child: ChildProcess): () => string {
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  return () => text;
}

/** The exit code, once the process and the processes it started have ended and all their output is read. */
export const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));

/** Waits until the output that `read` collects matches the pattern. */
export function untilPrinted(
  child: ChildProcess,
  read: () => string,
  pattern: RegExp,
  timeoutMs = startTimeoutMs,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error(`Not printed within ${timeoutMs} ms: ${pattern}\n${read()}`)),
      timeoutMs,
    );
    const check = () => {
      if (!pattern.test(read())) return;
      clearTimeout(timeout);
      resolve();
    };
    child.stdout?.on("data", check);
    check();
  });
}
