import type { Actor } from "@ornament/contracts/events/metadata";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import type { CommandContext, PositionTracker } from "@ornament/platform/commands/context";
import { commandContextOf } from "@ornament/platform/http/command-context";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { Dependencies } from "../dependencies.ts";

/** Makes the contexts of commands. */
export function requestContexts({ secrets, clock, uuid }: Pick<Dependencies, "secrets" | "clock" | "uuid">) {
  /** A request repeated with the same Idempotency-Key has the same command. */
  const of = <R extends RouteDefinition>(request: RouteRequest<R>): CommandContext =>
    commandContextOf(request, {
      bodyHashKey: secrets.bodyHashKey,
      now: clock(),
      keyId: secrets.ring("proof").current.id,
    });

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
