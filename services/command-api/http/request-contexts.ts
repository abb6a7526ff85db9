import type { Actor } from "@ornament/contracts/events/metadata";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import { type CommandContext, originOf, type PositionTracker } from "@ornament/platform/commands/context";
import { bodyHashOf, commandIdOf } from "@ornament/platform/commands/idempotency";
import { actorOf, nameOf, sessionIdOf } from "@ornament/platform/http/principal";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { Dependencies } from "../dependencies.ts";

/** Makes the contexts of commands. */
export function requestContexts({ secrets, clock, uuid }: Pick<Dependencies, "secrets" | "clock" | "uuid">) {
  /**
   * A request repeated with the same Idempotency-Key has the same command. On a route without sign-in its id does
   * not depend on the token, which may have expired before the repetition.
   */
  const of = <R extends RouteDefinition>(request: RouteRequest<R>): CommandContext => {
    const { caller, idempotencyKey, body, route } = request;
    return {
      commandId: commandIdOf({
        actor: route.callers.includes("anonymous") ? "anonymous" : nameOf(caller),
        method: request.req.method,
        path: pathOf(request),
        key: idempotencyKey,
      }),
      bodyHash: bodyHashOf(secrets.bodyHashKey, [idempotencyKey, body]),
      formerBodyHash: bodyHashOf(secrets.bodyHashKey, body),
      ...originOf(request),
      sessionId: sessionIdOf(caller),
      actor: actorOf(caller),
      now: clock(),
      keyId: secrets.ring("proof").current.id,
      positions: request.positions,
    };
  };

  /** For a person who uses an account without a sign-in: the account is the actor. */
  const ofAccount = <R extends RouteDefinition>(
    request: RouteRequest<R>,
    consumerId: number,
  ): CommandContext => ({ ...of(request), actor: { kind: "consumer", id: consumerId } });

  return {
    of,
    ofAccount,

    /**
     * The context if the answer must not show whether the account exists: without the position of its stream.
     */
    ofHiddenAccount: <R extends RouteDefinition>(
      request: RouteRequest<R>,
      consumerId: number,
    ): CommandContext => ({ ...ofAccount(request, consumerId), positions: undefined }),

    /** The context of a step that is a new command each time, such as a sign-in. */
    fresh: (about: {
      correlationId: string;
      requestId?: string | undefined;
      sessionId?: string | undefined;
      actor: Actor;
      positions?: PositionTracker | undefined;
    }): CommandContext => ({ ...about, commandId: uuid(), bodyHash: "", now: clock() }),
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

/** The context of a command that no request asks for. */
export const ofSystem = (
  { uuid, clock }: Pick<Dependencies, "uuid" | "clock">,
  commandId = uuid(),
): CommandContext => ({
  commandId,
  correlationId: uuid(),
  bodyHash: "",
  actor: { kind: "system" },
  now: clock(),
});
