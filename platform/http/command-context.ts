import { type CommandContext, originOf } from "../commands/context.ts";
import { bodyHashOf, commandIdOf } from "../commands/idempotency.ts";
import { actorOf, nameOf, sessionIdOf } from "./principal.ts";
import type { RouteRequest } from "./route-request.ts";

/**
 * The id of the command is the same when the request is repeated. On a route without sign-in it does not depend
 * on the token, which may have expired before the repetition.
 */
export function commandContextOf(
  request: Omit<RouteRequest, "cookies" | "headers" | "ip" | "query" | "res" | "userAgent">,
  options: { bodyHashKey: Buffer; now: Date; keyId?: string | undefined },
): CommandContext {
  return {
    commandId: commandIdOf({
      actor: request.route.callers.includes("anonymous") ? "anonymous" : nameOf(request.caller),
      method: request.req.method,
      path: pathOf(request),
      key: request.idempotencyKey,
    }),
    bodyHash: bodyHashOf(options.bodyHashKey, [request.idempotencyKey, request.body]),
    formerBodyHash: bodyHashOf(options.bodyHashKey, request.body),
    ...originOf(request),
    sessionId: sessionIdOf(request.caller),
    actor: actorOf(request.caller),
    now: options.now,
    keyId: options.keyId,
    positions: request.positions,
  };
}

/**
 * The route's path with the parsed parameters. The requested path is not used: letter case, a slash at the
 * end and percent encoding give other texts for the same route.
 */
function pathOf({ route, params }: Pick<RouteRequest, "params" | "route">): string {
  const parsed = params as Readonly<Record<string, unknown>>;
  return route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parsed[name])));
}
