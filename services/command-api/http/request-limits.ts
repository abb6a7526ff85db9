import { Refusal } from "@ornament/contracts/routes/errors";
import { humanCheckActions } from "@ornament/contracts/routes/human-check";
import { requestLimits as limits, type RequestLimit } from "@ornament/contracts/routes/request-limits";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { networkOf } from "@ornament/platform/http/network";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { RateLimiter } from "@ornament/platform/limits/rate-limiter";
import { createHoldBack } from "@ornament/platform/waiting/hold-back";
import type { Parts } from "../compose-parts.ts";

/** The limited action, e.g. the name of a route, and the account, session or network that is limited. */
interface Asked {
  readonly name: string;
  readonly who: string;
}

/** A request that was counted. */
export interface Counted {
  /** Seconds until the request is allowed; 0 if it is allowed now. A request that has to wait isn't counted. */
  readonly wait: number;
  /** Undoes the count of a request that had no effect. */
  giveBack(): void;
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;

/** Counts in the memory of this replica. `scale` (`REQUEST_LIMIT_SCALE`) multiplies all limits. */
export function createRequestLimits(options: {
  scale: number;
  pause: (milliseconds: number) => Promise<unknown>;
  /** Milliseconds since any moment. They never go back, unlike the time of day when it is corrected. */
  now?: () => number;
}) {
  const now = options.now ?? (() => performance.now());
  const limiter = new RateLimiter();
  /** Counts a request, or says how long it has to wait. */
  const take = (limit: RequestLimit, { name, who }: Asked): Counted => {
    const counter = `${name} ${who}`;
    const rate = {
      atOnce: limit.atOnce * options.scale,
      everySeconds: limit.everySeconds / options.scale,
    };
    const wait = limiter.take(counter, rate, now());
    return { wait, giveBack: () => wait === 0 && limiter.giveBack(counter, rate) };
  };
  return {
    /** Delays refusals of calls without a sign-in. */
    holdBack: createHoldBack(options.pause),
    take,
    /** Counts a request. Throws `too_many_requests` with the time to wait. */
    count(limit: RequestLimit, asked: Asked): Counted {
      const counted = take(limit, asked);
      if (counted.wait === 0) return counted;
      const { message } = limit;
      const retryAfterSeconds = counted.wait;
      throw new Refusal("too_many_requests", { ...(message && { message }), retryAfterSeconds });
    },
  };
}

/**
 * Counts a request of an account or a session on a route that the contract limits, before anything is read
 * for it. Handlers count for routes limited by network, because they detect whether a mail is sent or a
 * sign-in failed.
 */
export function countRequest(parts: Parts, request: RouteRequest): void {
  const { limit, name } = request.route;
  const who = limit && countedAs(parts, limit, request);
  if (limit && who !== undefined) parts.requestLimits.count(limit, { name, who });
}

/** `undefined` for a request that isn't counted here. A refresh without a session is refused later. */
function countedAs(
  { refreshCookies }: Parts,
  { by }: RequestLimit,
  request: RouteRequest,
): string | undefined {
  const { caller } = request;
  switch (by) {
    case "account":
      return caller.kind === "admin" || caller.kind === "consumer"
        ? `${caller.kind} ${caller.id}`
        : undefined;
    case "session":
      return refreshCookies.read(request, "consumer")?.sessionId;
    case "network":
      return undefined;
    default:
      return unreachable(by);
  }
}

/** Throws `human_check_failed` unless the human check, if it is on, confirms who sends the request. */
export const confirmHuman = (
  { humanCheck }: Parts,
  route: keyof typeof humanCheckActions,
  { body, ip }: { readonly body: { readonly verifyCaptcha: string }; readonly ip: string },
): Promise<void> => humanCheck.confirm({ token: body.verifyCaptcha, action: humanCheckActions[route], ip });

/**
 * Runs work that sends a mail, within the limit of mails that the caller's network may request. The refusal is
 * the same for every email address, because it comes before any look-up. It says that no mail is sent, so that
 * nobody waits for one. `human`: a human check has confirmed the caller.
 */
export const withinMailLimit = <T>(
  { requestLimits }: Parts,
  { ip, human }: { ip: string; human: boolean },
  work: () => Promise<T>,
): Promise<T> =>
  requestLimits.holdBack(async () => {
    const limit = human ? limits.mailOfHumans : limits.mail;
    const mail = requestLimits.count(limit, { name: "mail", who: networkOf(ip) });
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) mail.giveBack();
      throw error;
    }
  });
