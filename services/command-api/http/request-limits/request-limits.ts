import type { RequestLimit } from "@ornament/contracts/domain/request-limits";
import { Refusal } from "@ornament/contracts/errors";
import { LruMap } from "@ornament/platform/limits/lru-map";
import { RateLimiter } from "@ornament/platform/limits/rate-limiter";
import { createHoldBack, type HoldBack } from "./hold-back.ts";

export interface Asked {
  /** What is asked for: each name is counted apart. */
  readonly name: string;
  readonly who: string;
  /** The Idempotency-Key that the caller sent. */
  readonly key?: string | undefined;
}

/** A request that passed and was counted. */
export interface Counted {
  /** Takes the count back where nothing came of the request. */
  giveBack(): void;
}

/** The limits of this replica, counted in memory. */
export interface RequestLimits {
  /** Counts a request. Throws `too_many_requests` with the time to wait. */
  count(limit: RequestLimit, asked: Asked): Counted;
  /** For calls of callers who have not signed in. */
  readonly holdBack: HoldBack;
}

/** A command that is repeated with its key does nothing twice. It is still work, so it is not free. */
const costOfRepeat = 0.1;
const keysRemembered = 20_000;

/** `scale` multiplies all limits, as the setting `REQUEST_LIMIT_SCALE` says. */
export function createRequestLimits(options: {
  clock: () => Date;
  scale: number;
  pause: (milliseconds: number) => Promise<unknown>;
}): RequestLimits {
  const limiter = new RateLimiter();
  const passed = new LruMap<string, true>(keysRemembered);
  return {
    holdBack: createHoldBack(options.pause),
    count(limit, { name, who, key }) {
      const counter = `${name} ${who}`;
      const command = key === undefined ? undefined : `${counter} ${key}`;
      const cost = command !== undefined && passed.get(command) ? costOfRepeat : 1;
      const rate = {
        atOnce: limit.atOnce * options.scale,
        everySeconds: limit.everySeconds / options.scale,
      };
      const wait = limiter.take(counter, rate, { now: options.clock(), cost });
      if (wait > 0) throw tooMany(limit, wait);
      if (command !== undefined) passed.set(command, true);
      return { giveBack: () => limiter.giveBack(counter, rate, cost) };
    },
  };
}

const tooMany = ({ message }: RequestLimit, seconds: number) =>
  new Refusal("too_many_requests", {
    ...(message === undefined ? {} : { message }),
    details: { wait: inWords(seconds) },
    retryAfterSeconds: seconds,
  });

function inWords(seconds: number): string {
  if (seconds === 1) return "one second";
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "one minute" : `${minutes} minutes`;
}
