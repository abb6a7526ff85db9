import type { CommandContext } from "@ornament/platform/commands/handle-command";
import { commandIdOf } from "@ornament/platform/commands/idempotency";

/** The context of a further step of the same request on a stream that an earlier step has written to. */
export const stepOf = (context: CommandContext, step: string): CommandContext => ({
  ...context,
  commandId: commandIdOf({ actor: context.commandId, method: "STEP", path: step, key: "" }),
});
