import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { limits } from "@ornament/contracts/values/limits";
import { normalisedPassword } from "@ornament/contracts/values/password";
import { Piscina } from "piscina";
import { Line } from "../waiting/line.ts";

/** The caller of a password check. Names are served alternately; known callers don't wait for the others. */
export interface Asker {
  readonly known: boolean;
  readonly name: string;
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

export interface PasswordChecks {
  compare(password: string, hash: string): Promise<boolean>;
  /** Takes as long as a comparison, for an account that doesn't exist. */
  compareDummy(password: string): Promise<false>;
}

type Task = { password: string; cost: number } | { password: string; hash: string };

/**
 * The places of one account, which belongs to one person. With more places, an attacker with a few accounts
 * could fill the queue of known callers.
 */
const placesOfOneKnown = 8;

/** The caller of work that no person waits for, such as during the start. */
const ourselves: Asker = { known: true, name: "ourselves" };

/**
 * bcrypt in a pool of worker threads. Known callers and the others wait in separate queues, so that a crowd
 * of others delays a known caller by one check. See docs/decisions/0033-requests-in-turn.md
 */
export function createPasswordHasher(options: {
  /** bcrypt's cost; each step doubles the time. */
  cost: number;
  threads?: number;
  /** Of the queue of known callers, and of that of the others. */
  places?: number;
}) {
  const threads = options.threads ?? threadsFor(availableParallelism());
  const pool = new Piscina<Task, string | boolean>({
    filename: workerFile(),
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 30_000,
  });
  const line = { atOnce: threads, places: options.places ?? 200, longestWaitMilliseconds: 2_000 };
  const lines = { known: new Line({ ...line, placesOfOne: placesOfOneKnown }), others: new Line(line) };
  const inLine = <T>({ known, name }: Asker, work: () => Promise<T>) =>
    (known ? lines.known : lines.others).run(name, work);
  const hash = async (password: string) => String(await pool.run({ password, cost: options.cost }));
  let dummy: Promise<string> | undefined;
  const dummyHash = () => {
    dummy ??= hash(randomBytes(24).toString("base64url")).catch((error) => {
      dummy = undefined;
      throw error;
    });
    return dummy;
  };
  const matches = async (password: string, hash: string) =>
    (await pool.run({ password, hash })) === true && !tooLong(password);
  /** Earlier builds hashed a password as it was typed. */
  const compare = async (typed: string, hash: string) => {
    const normalised = normalisedPassword(typed);
    return (await matches(normalised, hash)) || (normalised !== typed && (await matches(typed, hash)));
  };
  const checks: PasswordChecks = {
    compare,
    async compareDummy(password) {
      await compare(password, await dummyHash());
      return false;
    },
  };
  return {
    /** Throws `busy` before the work begins if the queue is full, so that a refusal leaves nothing to undo. */
    inTurn: <T>(asker: Asker, work: (passwords: PasswordChecks) => Promise<T>): Promise<T> =>
      inLine(asker, () => work(checks)),
    /** Throws `RangeError` for more than `limits.passwordBytes`, and `busy` if the queue is full. */
    async hash(typed: string, asker = ourselves): Promise<string> {
      const password = normalisedPassword(typed);
      if (tooLong(password)) throw new RangeError(`A password has at most ${limits.passwordBytes} bytes`);
      return await inLine(asker, () => hash(password));
    },
    /** Of both queues. */
    get waiting(): number {
      return lines.known.waiting + lines.others.waiting;
    },
    close: () => pool.destroy(),
  };
}

/** One core is left for requests with other work. */
export const threadsFor = (cores: number) => Math.max(1, cores - 1);

const tooLong = (password: string) => Buffer.byteLength(password, "utf8") > limits.passwordBytes;

/** The worker is in the folder of this file, or of the bundle (or its chunks) that contains this file. */
function workerFile(): string {
  const places = ["./worker.mjs", "./password-worker.js", "../password-worker.js"];
  const found = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((file) => existsSync(file));
  if (!found) throw new Error("The password worker is missing; build the product again");
  return found;
}
