import type { CommandContext } from "../commands/handle-command.ts";
import { bodyHashOf, commandIdOf } from "../commands/idempotency.ts";
import { actorOf, type Principal } from "./principal.ts";
import type { RouteRequest } from "./route-request.ts";

/** The command context of a request: who acts, and the id that makes a repetition the same command (design §3). */
export function commandContextOf(
  request: Pick<RouteRequest, "body" | "caller" | "correlationId" | "idempotencyKey" | "positions" | "req">,
  options: { bodyHashKey: Buffer; now: Date; keyId?: string | undefined },
): CommandContext {
  return {
    commandId: commandIdOf({
      actor: actorName(request.caller),
      method: request.req.method,
      path: request.req.path,
      key: request.idempotencyKey,
    }),
    bodyHash: bodyHashOf(options.bodyHashKey, request.body),
    correlationId: request.correlationId,
    actor: actorOf(request.caller),
    now: options.now,
    keyId: options.keyId,
    positions: request.positions,
  };
}

function actorName(caller: Principal): string {
  if (caller.kind === "anonymous") return "anonymous";
  return caller.kind === "device" ? `device-${caller.deviceId}` : `${caller.kind}-${caller.id}`;
}
