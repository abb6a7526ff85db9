import { setTimeout as pause } from "node:timers/promises";
import { remainingMilliseconds } from "../deadline/deadline.ts";
import { UnavailableError } from "../deadline/unavailable-error.ts";
import { FairQueue, type FairQueueOptions, type Place } from "../limits/fair-queue.ts";
import { createHoldBack, type HoldBack } from "../limits/hold-back.ts";
import { ScopedValue } from "../scope/scoped-value.ts";
import { networkOf } from "./network.ts";

interface RequestTurnsOptions extends Pick<FairQueueOptions, "workers" | "longestWaitMilliseconds"> {
  pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Limits how many requests a service works on at a time. The others wait in turn, network by network, and those that could not be
 * answered in time are refused as `busy`, after a moment, before anything is done for them. Without this limit all requests of a crowd progress at
 * the same slow pace: most are given up at their deadline when they are almost done, and the work for them was useless.
 * See docs/decisions/0033-requests-in-turn.md
 */
export class RequestTurns {
  readonly #queue: FairQueue;
  readonly #holdBack: HoldBack;

  constructor(options: RequestTurnsOptions) {
    this.#queue = new FairQueue({ ...options, places: mostWaiting });
    this.#holdBack = createHoldBack(options.pause ?? pause);
  }

  /** Throws `busy` if the request would wait too long. `ip` is the address from which it came. */
  run<T>(ip: string, work: () => Promise<T>): Promise<T> {
    return this.#holdBack(() => this.#runInTurn(ip, work));
  }

  async #runInTurn<T>(ip: string, work: () => Promise<T>): Promise<T> {
    const place = this.#queue.enter({ known: false, name: networkOf(ip) });
    try {
      return await place.run(() => {
        // Its deadline came while it waited, so it has been answered already.
        if (remainingMilliseconds() === 0) throw new UnavailableError();
        return currentTurn.run(place, work);
      });
    } finally {
      place.leave();
    }
  }
}

/** A limit for the memory of waiting requests, however fast the work is. */
const mostWaiting = 5_000;

const currentTurn = new ScopedValue<Place>();

/** Waits for something that is not work of this service. Meanwhile another request can have the turn of the current one. */
export const outsideTurn = <T>(wait: () => Promise<T>): Promise<T> =>
  currentTurn.current?.pause(wait) ?? wait();
