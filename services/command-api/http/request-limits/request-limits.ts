import type { RequestLimit } from "@ornament/contracts/domain/request-limits";
import { Refusal } from "@ornament/contracts/errors";
import type { CommandContext } from "@ornament/platform/commands/context";
import { RateLimiter } from "@ornament/platform/limits/rate-limiter";
import { createHoldBack, type HoldBack } from "@ornament/platform/waiting/hold-back";
import { LRUCache } from "lru-cache";

export interface Asked {
  /** The limited action, e.g. the name of a route. Each name has a separate count. */
  readonly name: string;
  /** The account, session or network that is limited. */
  readonly who: string;
  /**
   * The command of a request with an Idempotency-Key. A request with the same command and body is counted as
   * a repetition.
   */
  readonly command?: Pick<CommandContext, "commandId" | "bodyHash"> | undefined;
}

/** A request that was counted. */
export interface Counted {
  /** Undoes the count of a request that had no effect. */
  giveBack(): void;
}

/** The request limits, counted in the memory of this replica. */
export interface RequestLimits {
  /** Counts a request. Throws `too_many_requests` with the time to wait. */
  count(limit: RequestLimit, asked: Asked): Counted;
  /** Delays refusals of calls without a sign-in. */
  readonly holdBack: HoldBack;
}

/** A command repeated with its Idempotency-Key and its body has no effect, but still costs work. */
const costOfRepeat = 0.1;
const commandsRemembered = 20_000;

/** `scale` multiplies all limits, as the setting `REQUEST_LIMIT_SCALE` says. */
export function createRequestLimits(options: {
  scale: number;
  pause: (milliseconds: number) => Promise<unknown>;
  /** Milliseconds since any moment. They never go back, unlike the time of day when it is corrected. */
  now?: () => number;
}): RequestLimits {
  const now = options.now ?? (() => performance.now());
  const limiter = new RateLimiter();
  const counted = new LRUCache<string, true>({ max: commandsRemembered });
  return {
    holdBack: createHoldBack(options.pause),
    count(limit, { name, who, command }) {
      const counter = `${name} ${who}`;
      const repeatable = command && `${counter} ${command.commandId} ${command.bodyHash}`;
      const cost = repeatable && counted.get(repeatable) ? costOfRepeat : 1;
      const rate = {
        atOnce: limit.atOnce * options.scale,
        everySeconds: limit.everySeconds / options.scale,
      };
      const wait = limiter.take(counter, rate, { now: now(), cost });
      if (wait > 0) throw tooMany(limit, wait);
      if (repeatable) counted.set(repeatable, true);
      return { giveBack: () => limiter.giveBack(counter, rate, cost) };
    },
  };
}

const tooMany = ({ message }: RequestLimit, seconds: number) =>
  new Refusal("too_many_requests", {
    ...(message === undefined ? {} : { message }),
    retryAfterSeconds: seconds,
  });
