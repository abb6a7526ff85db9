import { Refusal } from "@ornament/contracts/routes/errors";

/** Delays with which up to 150 programs that repeat their calls get about 50 refusals a second together. */
const milliseconds = { least: 250, each: 20, most: 3_000 };
/** More would need too much memory and too many connections, so they are sent immediately. */
const mostHeld = 500;

/**
 * Delays the refusals `too_many_requests` and `busy`; the delay grows with the number of waiting refusals.
 * Otherwise a program that repeats its call without a pause would get hundreds of answers a second and slow
 * down every other caller. The time before the refusal counts as a part of the delay.
 */
export function createHoldBack(
  pause: (milliseconds: number) => Promise<unknown>,
  now: () => number = () => performance.now(),
) {
  let held = 0;
  const hold = async (began: number) => {
    held += 1;
    try {
      const { least, each, most } = milliseconds;
      const left = Math.min(most, Math.max(least, held * each)) - (now() - began);
      if (left > 0) await pause(left);
    } finally {
      held -= 1;
    }
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const began = now();
    try {
      return await work();
    } catch (error) {
      if (isRetriable(error) && held < mostHeld) await hold(began);
      throw error;
    }
  };
}

const isRetriable = (error: unknown) =>
  error instanceof Refusal && (error.code === "too_many_requests" || error.code === "busy");
