import type { RouteDefinition } from "@ornament/contracts/api/route";
import type { CommandContext } from "@ornament/platform/commands/handle-command";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { Dependencies } from "../dependencies.ts";
import { commandContext } from "./request-context.ts";

/** The context of what somebody does with an account without having signed in: the log shows the account as the actor. */
export function accountContext<R extends RouteDefinition>(
  dependencies: Dependencies,
  request: RouteRequest<R>,
  consumerId: number,
): CommandContext {
  return { ...commandContext(dependencies, request), actor: { kind: "consumer", id: consumerId } };
}

/**
 * The same for calls whose answer must not tell whether the account exists: no position of its stream leaves with it
 * (security line 6).
 */
export function silentContext<R extends RouteDefinition>(
  dependencies: Dependencies,
  request: RouteRequest<R>,
  consumerId: number,
): CommandContext {
  return { ...accountContext(dependencies, request, consumerId), positions: undefined };
}
