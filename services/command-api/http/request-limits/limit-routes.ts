import type { RequestLimit } from "@ornament/contracts/domain/request-limits";
import type { MountOptions } from "@ornament/platform/http/mount-routes";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { Dependencies } from "../../dependencies.ts";
import { readRefreshToken } from "../../sessions/refresh-token.ts";

type Needs = Pick<Dependencies, "secrets" | "config" | "clock" | "requestLimits">;

/**
 * Counts the requests of accounts and sessions on routes that the contract limits, before anything is read for them. What
 * is limited by network is counted by its handler, which knows whether a mail goes out or a sign-in failed.
 */
export function limitRoutes(dependencies: Needs): NonNullable<MountOptions["before"]> {
  return async (request) => {
    const { limit, name } = request.route;
    const who = limit && countedIn(dependencies, limit, request);
    if (!limit || who === undefined) return;
    dependencies.requestLimits.count(limit, { name, who, key: request.req.get("idempotency-key") });
  };
}

/** `undefined` for who is not counted here, such as a refresh without a session: it is refused anyway. */
function countedIn(dependencies: Needs, { by }: RequestLimit, request: RouteRequest): string | undefined {
  const { caller } = request;
  switch (by) {
    case "account":
      return caller.kind === "admin" || caller.kind === "consumer"
        ? `${caller.kind} ${caller.id}`
        : undefined;
    case "session":
      return readRefreshToken(dependencies, request, "consumer")?.sessionId;
    case "network":
      return undefined;
    default:
      return by satisfies never;
  }
}
