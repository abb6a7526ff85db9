import type { RequestHandler } from "express";
import { UnavailableError } from "../deadline/unavailable-error.ts";
import { pause } from "../waiting/pause.ts";

interface Start {
  /** Whether the service doesn't serve requests yet. */
  isStarting(): boolean;
  /** Whether the store for which the start waits is known not to answer. */
  isStoreAway(): boolean;
}

const lookMilliseconds = 20;

/**
 * Lets requests wait that arrive while a service starts, for example after it was replaced. They are refused
 * with `unavailable` when the start takes longer than `patienceMilliseconds`, or waits for a store that
 * doesn't answer.
 */
export function afterStart(
  { isStarting, isStoreAway }: Start,
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
