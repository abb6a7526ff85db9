import { Refusal } from "@ornament/contracts/errors";

/** Up to 150 programs that ask again and again get 50 refusals a second together. */
const milliseconds = { least: 250, each: 20, most: 3_000 };
/** Beyond so many at a time the refusal goes at once: what is held costs memory and a connection. */
const mostHeld = 500;

/** Runs work and holds some of its refusals back. */
export type HoldBack = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Holds the refusals `too_many_requests` and `busy` back, the longer the more there are. A program that asks again as soon
 * as it is answered would otherwise be answered hundreds of times a second, and the work of refusing it would slow
 * everybody else down.
 */
export function createHoldBack(pause: (milliseconds: number) => Promise<unknown>): HoldBack {
  let held = 0;
  const hold = async () => {
    held += 1;
    try {
      const { least, each, most } = milliseconds;
      await pause(Math.min(most, Math.max(least, held * each)));
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
