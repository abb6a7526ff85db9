import type { RequestLimit } from "@ornament/contracts/domain/request-limits";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { MountOptions } from "@ornament/platform/http/mount-routes";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { RequestLimits } from "./request-limits.ts";

interface Needs {
  readonly requestLimits: RequestLimits;
  /** The session of the request's refresh cookie; `undefined` without a cookie. */
  readonly refreshedSession: (request: RouteRequest) => string | undefined;
}

/**
 * Counts the requests of accounts and sessions on routes that the contract limits, before anything is read
 * for them. Handlers count for routes limited by network, because they detect whether a mail is sent or a
 * sign-in failed.
 */
export function limitRoutes({ requestLimits, refreshedSession }: Needs): NonNullable<MountOptions["before"]> {
  /**
   * The account or session that a request is counted for; `undefined` if it is not counted here. A refresh
   * without a session is refused later.
   */
  const countedAs = ({ by }: RequestLimit, request: RouteRequest): string | undefined => {
    const { caller } = request;
    switch (by) {
      case "account":
        return caller.kind === "admin" || caller.kind === "consumer"
          ? `${caller.kind} ${caller.id}`
          : undefined;
      case "session":
        return refreshedSession(request);
      case "network":
        return undefined;
      default:
        return unreachable(by);
    }
  };
  return async (request) => {
    const { limit, name } = request.route;
    const who = limit && countedAs(limit, request);
    if (!limit || who === undefined) return;
    requestLimits.count(limit, { name, who });
  };
}
