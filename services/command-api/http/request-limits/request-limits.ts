import type { RequestLimit } from "@ornament/contracts/domain/request-limits";
import { Refusal } from "@ornament/contracts/errors";
import { createHoldBack, type HoldBack } from "@ornament/platform/limits/hold-back";
import { LruMap } from "@ornament/platform/limits/lru-map";
import { RateLimiter } from "@ornament/platform/limits/rate-limiter";

export interface Asked {
  /** What is limited, e.g. the name of a route. Each name has its own count. */
  readonly name: string;
  /** Who is limited: an account, a session or a network. */
  readonly who: string;
  /** The Idempotency-Key that the caller sent. */
  readonly key?: string | undefined;
}

/** A request that was counted. */
export interface Counted {
  /** Undoes the count, if the request had no effect. */
  giveBack(): void;
}

/** The request limits, counted in the memory of this replica. */
export interface RequestLimits {
  /** Counts a request. Throws `too_many_requests` with the time to wait. */
  count(limit: RequestLimit, asked: Asked): Counted;
  /** Delays refusals of calls without a sign-in. */
  readonly holdBack: HoldBack;
}

/** A command repeated with its Idempotency-Key has no effect, but still costs work. */
const costOfRepeat = 0.1;
const keysRemembered = 20_000;

/** `scale` multiplies all limits, as the setting `REQUEST_LIMIT_SCALE` says. */
export function createRequestLimits(options: {
  clock: () => Date;
  scale: number;
  pause: (milliseconds: number) => Promise<unknown>;
}): RequestLimits {
  const limiter = new RateLimiter();
  const counted = new LruMap<string, true>(keysRemembered);
  return {
    holdBack: createHoldBack(options.pause),
    count(limit, { name, who, key }) {
      const counter = `${name} ${who}`;
      const command = key === undefined ? undefined : `${counter} ${key}`;
      const cost = command !== undefined && counted.get(command) ? costOfRepeat : 1;
      const rate = {
        atOnce: limit.atOnce * options.scale,
        everySeconds: limit.everySeconds / options.scale,
      };
      const wait = limiter.take(counter, rate, { now: options.clock(), cost });
      if (wait > 0) throw tooMany(limit, wait);
      if (command !== undefined) counted.set(command, true);
      return { giveBack: () => limiter.giveBack(counter, rate, cost) };
    },
  };
}

const tooMany = ({ message }: RequestLimit, seconds: number) =>
  new Refusal("too_many_requests", {
    ...(message === undefined ? {} : { message }),
    retryAfterSeconds: seconds,
  });
