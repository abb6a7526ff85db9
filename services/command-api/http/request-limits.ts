import { Refusal } from "@ornament/contracts/routes/errors";
import { humanCheckActions } from "@ornament/contracts/routes/human-check";
import { requestLimits as limits, type RequestLimit } from "@ornament/contracts/routes/request-limits";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { networkOf } from "@ornament/platform/http/network";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { createHoldBack } from "@ornament/platform/waiting/hold-back";
import { LRUCache } from "lru-cache";
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

/**
 * Counts in the memory of this replica: a burst of `atOnce` calls, then one every `everySeconds`. `scale`
 * (`REQUEST_LIMIT_SCALE`) multiplies all limits. What counts a call is one number: the instant at which the whole
 * burst is free again. The number of counters is limited, and the least recently used one is removed first.
 * rate-limiter-flexible counts in fixed windows, and keeps a timer for each counter.
 */
export function createRequestLimits(options: {
  scale: number;
  pause: (milliseconds: number) => Promise<unknown>;
  /** Milliseconds since any moment. They never go back, unlike the time of day when it is corrected. */
  now?: () => number;
  mostCounters?: number;
}) {
  const { scale, pause, now = () => performance.now(), mostCounters = 100_000 } = options;
  const freeAgainAt = new LRUCache<string, number>({ max: mostCounters });
  /** Counts a request, or says how long it has to wait. */
  const take = (limit: RequestLimit, { name, who }: Asked): Counted => {
    const counter = `${name} ${who}`;
    const each = (limit.everySeconds * 1000) / scale;
    const at = now();
    const free = Math.max(freeAgainAt.get(counter) ?? at, at) + each;
    const wait = Math.max(0, Math.ceil((free - at - limit.atOnce * scale * each) / 1000));
    if (wait === 0) freeAgainAt.set(counter, free);
    const giveBack = () => {
      const known = freeAgainAt.get(counter);
      if (wait === 0 && known !== undefined) freeAgainAt.set(counter, known - each);
    };
    return { wait, giveBack };
  };
  return {
    /** Delays refusals of calls without a sign-in. */
    holdBack: createHoldBack(pause),
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
