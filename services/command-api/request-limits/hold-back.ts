import { Refusal } from "@ornament/contracts/errors";

const holdMilliseconds = 1_000;
/** Beyond so many at a time the refusal goes at once: what is held costs memory and a connection. */
const mostHeld = 500;

/** Runs work and holds some of its refusals back. */
export type HoldBack = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Holds the refusals `too_many_requests` and `busy` back for a second. A program that asks again as soon as it is answered
 * would otherwise be answered hundreds of times a second, and the work of refusing it would slow everybody else down.
 */
export function createHoldBack(pause: (milliseconds: number) => Promise<unknown>): HoldBack {
  let held = 0;
  const hold = async () => {
    held += 1;
    try {
      await pause(holdMilliseconds);
    } finally {
      held -= 1;
    }
  };
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (isForLater(error) && held < mostHeld) await hold();
      throw error;
    }
  };
}

const isForLater = (error: unknown) =>
  error instanceof Refusal && (error.code === "too_many_requests" || error.code === "busy");
