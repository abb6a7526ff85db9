import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Refusal } from "@ornament/contracts/errors";
import { Piscina } from "piscina";
import type { Metrics } from "../metrics/metrics.ts";

/** bcrypt reads no more than this; what is longer is refused, never cut off. */
export const passwordBytes = 72;

export interface PasswordHasher {
  /** Throws `RangeError` beyond 72 bytes and `busy` when too many wait. */
  hash(password: string): Promise<string>;
  compare(password: string, hash: string): Promise<boolean>;
  /** Takes as long as a comparison, for an account that isn't there. */
  compareDummy(password: string): Promise<false>;
  close(): Promise<void>;
}

export interface PasswordHasherOptions {
  /** bcrypt's cost: each step doubles the time. */
  cost: number;
  threads?: number;
  /** How many may wait for a thread. */
  queue?: number;
  metrics?: Pick<Metrics, "passwordQueue"> | undefined;
}

type Task = { password: string; cost: number } | { password: string; hash: string };

/** bcrypt in a pool of worker threads with a bounded queue (design §5). */
export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher {
  const pool = new Piscina<Task, string | boolean>({
    filename: workerFile(),
    minThreads: 1,
    maxThreads: options.threads ?? 2,
    maxQueue: options.queue ?? 64,
    idleTimeout: 30_000,
  });
  const run = async (task: Task) => {
    try {
      const result = pool.run(task);
      options.metrics?.passwordQueue.set(pool.queueSize);
      return await result;
    } catch (error) {
      if (isQueueFull(error)) throw new Refusal("busy", { retryAfterSeconds: 2 });
      throw error;
    } finally {
      options.metrics?.passwordQueue.set(pool.queueSize);
    }
  };
  const hash = async (password: string) => {
    if (tooLong(password)) throw new RangeError(`A password has at most ${passwordBytes} bytes`);
    return String(await run({ password, cost: options.cost }));
  };
  const compare = async (password: string, stored: string) => {
    const same = await run({ password, hash: stored });
    return same === true && !tooLong(password);
  };
  let dummy: Promise<string> | undefined;
  return {
    hash,
    compare,
    async compareDummy(password) {
      dummy ??= hash(randomBytes(24).toString("base64url"));
      try {
        await compare(password, await dummy);
      } catch (error) {
        dummy = undefined;
        throw error;
      }
      return false;
    },
    close: () => pool.destroy(),
  };
}

const tooLong = (password: string) => Buffer.byteLength(password, "utf8") > passwordBytes;
const isQueueFull = (error: unknown) =>
  error instanceof Error &&
  (error.message === "Task queue is at limit" || error.message.startsWith("No task queue"));

/** The worker stands beside this file, or beside the bundle (or its chunks) that this file was built into. */
function workerFile(): string {
  const places = ["./worker.mjs", "./password-worker.js", "../password-worker.js"];
  const found = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((file) => existsSync(file));
  if (!found) throw new Error("The password worker is missing; build the product again");
  return found;
}
