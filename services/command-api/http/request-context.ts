import type { RouteDefinition } from "@ornament/contracts/api/route";
import type { Actor } from "@ornament/contracts/events/metadata";
import type { CommandContext, PositionTracker } from "@ornament/platform/commands/handle-command";
import type { History } from "@ornament/platform/eventstore/compaction/compaction";
import { commandContextOf } from "@ornament/platform/http/command-context";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { Dependencies } from "../dependencies.ts";

/** The context of the command that a request asks for: repeated with the same Idempotency-Key, it acts once. */
export function commandContext<R extends RouteDefinition>(
  { secrets, clock }: Pick<Dependencies, "secrets" | "clock">,
  request: RouteRequest<R>,
): CommandContext {
  return commandContextOf(request, {
    bodyHashKey: secrets.bodyHashKey,
    now: clock(),
    keyId: secrets.ring("proof").current.id,
  });
}

/** The context of a step that is new each time it is asked for, such as a sign-in. */
export function freshContext(
  { clock, uuid }: Pick<Dependencies, "clock" | "uuid">,
  about: { correlationId: string; actor: Actor; positions?: PositionTracker | undefined },
): CommandContext {
  return { ...about, commandId: uuid(), bodyHash: "", now: clock() };
}

/** Whether the command's own events stand in a stream already: then nothing is to be decided again. */
export const isRecorded = (loaded: Pick<History, "holds">, { commandId }: CommandContext) =>
  loaded.holds(commandId);
