import { atMostForEach } from "../waiting/at-most.ts";
import type { Principal } from "./principal.ts";

/** How many requests of one caller are worked on at a time: more than a page sends at once. */
const mostAtATime = 6;

/**
 * Limits how many requests of each signed-in caller are worked on at a time; the others wait. Without this limit a caller
 * who sends hundreds of requests at once would slow all of them down until none is finished in time, and with them
 * everybody else's.
 */
export function callerConcurrency(): CallerConcurrency {
  const inTurn = atMostForEach(mostAtATime);
  return (caller, work) => {
    const name = nameOf(caller);
    return name === undefined ? work() : inTurn(name, work);
  };
}

export type CallerConcurrency = <T>(caller: Principal, work: () => Promise<T>) => Promise<T>;

/** `undefined` for callers who have not signed in: they can't be told apart, so none of them waits. */
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
