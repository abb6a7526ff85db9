import type { RequestLimit } from "@ornament/contracts/domain/request-limits";
import { Refusal } from "@ornament/contracts/errors";
import { RateLimiter } from "@ornament/platform/limits/rate-limiter";
import { createHoldBack, type HoldBack } from "@ornament/platform/waiting/hold-back";

export interface Asked {
  /** The limited action, e.g. the name of a route. Each name has a separate count. */
  readonly name: string;
  /** The account, session or network that is limited. */
  readonly who: string;
}

/** A request that was counted. */
export interface Counted {
  /** Seconds until the request is allowed; 0 if it is allowed now. A request that has to wait isn't counted. */
  readonly wait: number;
  /** Undoes the count of a request that had no effect. */
  giveBack(): void;
}

/** The request limits, counted in the memory of this replica. */
export interface RequestLimits {
  /** Counts a request, or says how long it has to wait. */
  take(limit: RequestLimit, asked: Asked): Counted;
  /** Counts a request. Throws `too_many_requests` with the time to wait. */
  count(limit: RequestLimit, asked: Asked): Counted;
  /** Delays refusals of calls without a sign-in. */
  readonly holdBack: HoldBack;
}

/** `scale` multiplies all limits, as the setting `REQUEST_LIMIT_SCALE` says. */
export function createRequestLimits(options: {
  scale: number;
  pause: (milliseconds: number) => Promise<unknown>;
  /** Milliseconds since any moment. They never go back, unlike the time of day when it is corrected. */
  now?: () => number;
}): RequestLimits {
  const now = options.now ?? (() => performance.now());
  const limiter = new RateLimiter();
  const take: RequestLimits["take"] = (limit, { name, who }) => {
    const counter = `${name} ${who}`;
    const rate = {
      atOnce: limit.atOnce * options.scale,
      everySeconds: limit.everySeconds / options.scale,
    };
    const wait = limiter.take(counter, rate, now());
    return { wait, giveBack: () => wait === 0 && limiter.giveBack(counter, rate) };
  };
  return {
    holdBack: createHoldBack(options.pause),
    take,
    count(limit, asked) {
      const counted = take(limit, asked);
      if (counted.wait > 0) throw tooMany(limit, counted.wait);
      return counted;
    },
  };
}

const tooMany = ({ message }: RequestLimit, seconds: number) =>
  new Refusal("too_many_requests", {
    ...(message === undefined ? {} : { message }),
    retryAfterSeconds: seconds,
  });
