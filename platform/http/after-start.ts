import type { RequestHandler } from "express";
import { UnavailableError } from "../deadline/unavailable-error.ts";
import { pause } from "../waiting/pause.ts";

const lookMilliseconds = 20;

/**
 * Lets requests wait that arrive while a service starts, for example after it was replaced. They are refused
 * with `unavailable` when the start takes longer than `patienceMilliseconds`, or waits for a store that
 * doesn't answer.
 */
export function afterStart(
  { isStarting, isStoreAway }: { isStarting(): boolean; isStoreAway(): boolean },
  patienceMilliseconds = 10_000,
): RequestHandler {
  return async (_request, response, next) => {
    const end = performance.now() + patienceMilliseconds;
    while (isStarting() && !isStoreAway() && !response.destroyed && performance.now() < end)
      await pause(lookMilliseconds);
    if (isStarting()) throw new UnavailableError();
    next();
  };
}
