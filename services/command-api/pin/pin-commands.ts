import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import type { Dependencies } from "../dependencies.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { type PinCommand, pinDecider } from "./decider.ts";

/**
 * Decides commands on PINs. Those on one PIN take turns within this process, so that a crowd doesn't use up each other's
 * attempts; between processes the stream's revision decides.
 */
export function pinCommands({ store }: Pick<Dependencies, "store">) {
  const inTurn = oneAtATime();
  return {
    load: (code: string) => loadState(store, streams.pin(code), pinDecider),
    handle: (code: string, command: PinCommand, context: CommandContext) => {
      const stream = streams.pin(code);
      return inTurn(stream, () => handleCommand({ store, decider: pinDecider, stream, command, context }));
    },
  };
}

export type PinCommands = ReturnType<typeof pinCommands>;
