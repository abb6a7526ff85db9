import { AsyncLocalStorage } from "node:async_hooks";
import { Refusal } from "@ornament/contracts/errors";
import { UnavailableError } from "../eventstore/event-store.ts";

/** How long a request may take for all that it waits for, its turn included. */
export const requestMilliseconds = 5_000;

/** Whoever was refused for a queue that is too long comes back after it has moved on. */
const busySeconds = 2;

/**
 * Runs work that has so long for everything it waits for: each read and append in it is bounded by what is left. Past the
 * end it is refused whatever it still does, and begins nothing more at the store: as `outcome_unknown` once an append was
 * begun, as `busy` while it still waits for its turn, else as `unavailable`.
 */
export async function withinDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const deadline = new Deadline(milliseconds);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(deadline.end(milliseconds)), milliseconds);
  });
  const done = storage.run(deadline, work);
  // What fails after the end has nobody to hear it.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, late]);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw deadline.appending ? new UnavailableError(error, "outcome_unknown") : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Work that several requests share, or that goes on after the answer: no single request's end may cut it off. */
export const withoutDeadline = <T>(work: () => T): T => storage.run(undefined, work);

/** Waits for a turn, that is for what others do. A request that ends meanwhile is told that we are busy. */
export async function awaitTurn<T>(turn: Promise<T>): Promise<T> {
  const deadline = storage.getStore();
  if (deadline) deadline.turnsAwaited += 1;
  try {
    return await turn;
  } finally {
    if (deadline) deadline.turnsAwaited -= 1;
  }
}

/** What is left of the time of the work at hand; infinite outside of any. Never negative. */
export const remainingMilliseconds = (): number => storage.getStore()?.left ?? Number.POSITIVE_INFINITY;

/** From now on something of the work at hand may have been written. */
export function noteAppend(): void {
  const deadline = storage.getStore();
  if (deadline) deadline.appending = true;
}

class Deadline {
  /** Something may have been written: what comes after can't say any more that nothing was. */
  appending = false;
  turnsAwaited = 0;
  readonly #endsAt: number;

  constructor(milliseconds: number) {
    this.#endsAt = performance.now() + milliseconds;
  }

  /** What the work is refused with at its end. */
  end(milliseconds: number): Error {
    if (this.turnsAwaited > 0 && !this.appending)
      return new Refusal("busy", { retryAfterSeconds: busySeconds });
    return new UnavailableError(new Error(`No answer within ${milliseconds} ms`));
  }

  get left(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }
}

const storage = new AsyncLocalStorage<Deadline | undefined>();
