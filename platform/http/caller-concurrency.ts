import { atMostForEach } from "../waiting/at-most.ts";
import type { Principal } from "./principal.ts";

/** The number of one caller's requests that run at the same time: more than a page sends together. */
const mostAtATime = 6;

/**
 * Limits how many requests of each signed-in caller run at the same time; the others wait. Without this limit
 * a caller with hundreds of simultaneous requests would slow down every caller's requests until none ends in
 * time.
 */
export function callerConcurrency(): CallerConcurrency {
  const inTurn = atMostForEach(mostAtATime);
  return (caller, work) => {
    const name = nameOf(caller);
    return name === undefined ? work() : inTurn(name, work);
  };
}

export type CallerConcurrency = <T>(caller: Principal, work: () => Promise<T>) => Promise<T>;

/** `undefined` for callers without a session: they can't be told apart, so none of them waits. */
function nameOf(caller: Principal): string | undefined {
  switch (caller.kind) {
    case "anonymous":
      return undefined;
    case "admin":
    case "consumer":
      return `${caller.kind} ${caller.id}`;
    case "device":
      return `${caller.kind} ${caller.deviceId}`;
    default:
      return caller satisfies never;
  }
}
