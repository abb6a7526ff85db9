import { Semaphore } from "async-mutex";
import { inTurn } from "../deadline/in-turn.ts";
import type { Principal } from "./principal.ts";

/** So many requests of one caller are worked on at a time: more than a page sends at once. */
const atATime = 6;

/**
 * Lets the requests of each signed-in caller take turns, a few at a time. Without it a caller who sends hundreds at once
 * would have all of them begun and none of them finished in time, and everybody else would wait with them.
 */
export class CallerTurns {
  readonly #callers = new Map<string, { places: Semaphore; requests: number }>();

  async take<T>(caller: Principal, work: () => Promise<T>): Promise<T> {
    const name = nameOf(caller);
    if (name === undefined) return await work();
    const known = this.#callers.get(name) ?? { places: new Semaphore(atATime), requests: 0 };
    this.#callers.set(name, known);
    known.requests += 1;
    try {
      return await inTurn(known.places, work);
    } finally {
      known.requests -= 1;
      if (known.requests === 0) this.#callers.delete(name);
    }
  }
}

/** Anybody may call without having signed in: whom to let wait is not known here. */
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
