import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { limits } from "@ornament/contracts/domain/limits";
import { Piscina } from "piscina";
import { type Asker, FairQueue } from "../limits/fair-queue.ts";

export type { Asker };

export interface PasswordHasher {
  /**
   * Takes a place in the queue, or throws `busy` at once. Call it before anything that a refusal would have to undo, and leave
   * the place when done.
   */
  enter(asker: Asker): PasswordPlace;
  /** Throws `RangeError` for a password of more than `limits.passwordBytes` and `busy` when too many wait. */
  hash(password: string, asker?: Asker): Promise<string>;
  close(): Promise<void>;
}

export interface PasswordPlace {
  compare(password: string, hash: string): Promise<boolean>;
  /** Takes as long as a comparison, for an account that doesn't exist. */
  compareDummy(password: string): Promise<false>;
  leave(): void;
}

export interface PasswordHasherOptions {
  /** bcrypt's cost; each step doubles the time. */
  cost: number;
  threads?: number;
  /** Most known callers that may wait, and as many others, however fast the work is. */
  places?: number;
  /** Is called with the number of checks that wait. */
  onWaiting?: ((waiting: number) => void) | undefined;
}

type Task = { password: string; cost: number } | { password: string; hash: string };
type Run = (task: Task) => Promise<string | boolean>;

/** For work that no caller waits for, such as during the start. */
const ourselves: Asker = { known: true, name: "ourselves" };

/** bcrypt in a pool of worker threads, behind a fair queue with a limit. See docs/decisions/0023-turns-and-caches.md. */
export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher {
  const threads = options.threads ?? threadsFor(availableParallelism());
  const pool = new Piscina<Task, string | boolean>({
    filename: workerFile(),
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 30_000,
  });
  const queue = new FairQueue({
    workers: threads,
    longestWaitMilliseconds: 2_000,
    places: options.places ?? 200,
    onWaiting: (waiting) => options.onWaiting?.(waiting),
  });
  const runIn = (asker: Asker) => {
    const place = queue.enter(asker);
    return { run: (task: Task) => place.run(() => pool.run(task)), leave: () => place.leave() };
  };
  const hashBy = async (run: Run, password: string) => String(await run({ password, cost: options.cost }));
  let dummy: Promise<string> | undefined;
  const dummyHash = (run: Run) => {
    dummy ??= hashBy(run, randomBytes(24).toString("base64url")).catch((error) => {
      dummy = undefined;
      throw error;
    });
    return dummy;
  };
  return {
    enter(asker) {
      const { run, leave } = runIn(asker);
      const compare = async (password: string, hash: string) => {
        const same = await run({ password, hash });
        return same === true && !tooLong(password);
      };
      return {
        compare,
        async compareDummy(password) {
          await compare(password, await dummyHash(run));
          return false;
        },
        leave,
      };
    },
    async hash(password, asker = ourselves) {
      if (tooLong(password)) throw new RangeError(`A password has at most ${limits.passwordBytes} bytes`);
      const { run, leave } = runIn(asker);
      try {
        return await hashBy(run, password);
      } finally {
        leave();
      }
    },
    close: () => pool.destroy(),
  };
}

/** One core is left for the requests that do more than check a password. */
export const threadsFor = (cores: number) => Math.max(1, cores - 1);

const tooLong = (password: string) => Buffer.byteLength(password, "utf8") > limits.passwordBytes;

/** The worker is beside this file, or beside the bundle (or its chunks) that this file was built into. */
function workerFile(): string {
  const places = ["./worker.mjs", "./password-worker.js", "../password-worker.js"];
  const found = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((file) => existsSync(file));
  if (!found) throw new Error("The password worker is missing; build the product again");
  return found;
}
