import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtProgram } from "./built-program.ts";
import { ProductStores } from "./product-stores.ts";

/** The built product as `npm start` runs it, on a free port and a data directory of its own. */
export interface RunningProduct {
  readonly url: string;
  readonly dataDir: string;
  /** Of the main process. */
  readonly pid: number;
  /** Those that the tests' environment names, in place of its own. */
  readonly stores: ProductStores;
  /** All it has printed so far. */
  output(): string;
  /** Milliseconds from the start to "Ornament is ready". */
  readonly startedIn: number;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
  /** Ctrl-C: SIGINT to the whole process group, for a product started with `group`. */
  interrupt(): Promise<number | null>;
  /** SIGKILL of the main process and a given event store, as a power cut would. */
  kill(): Promise<void>;
}

export const adminEmail = "boss@ornament.test";
export const adminPassword = "Boss-Of-2026";

const patience = 90_000;

export const newDataDir = () => mkdtempSync(join(tmpdir(), "ornament-"));
export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true });

/** Starts the product without waiting for anything. */
export function spawnProduct(options: {
  dataDir: string;
  environment?: Record<string, string>;
  flags?: string[];
  /** In a process group of its own, as a terminal starts it. */
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
    /** On its own stores, whatever the tests' environment names. */
    ownStores?: boolean;
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
      lineIn(child, read, /Ornament is ready at (\S+)/),
      ended.then((code) => {
        throw new Error(`The product ended with ${code} before it was ready:\n${read()}`);
      }),
    ]);
  } catch (error) {
    await endedBy(() => child.kill("SIGKILL"), "SIGKILL");
    throw error;
  }
  const { url } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as { url: string };
  return {
    url,
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

export const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));

/** Waits until the output that `read` collects holds what is looked for. */
export function lineIn(child: ChildProcess, read: () => string, pattern: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Not seen in time: ${pattern}\n${read()}`)), patience);
    const look = () => {
      if (!pattern.test(read())) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout?.on("data", look);
    look();
  });
}
