import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import type { Dependencies } from "../../dependencies.ts";
import { type PinCommand, pinDecider } from "./decider.ts";

/** Loads PINs and decides commands on them. */
export const pinCommands = ({ store }: Pick<Dependencies, "store">) => ({
  load: (code: string) => loadState(store, streams.pin(code), pinDecider),
  handle: (code: string, command: PinCommand, context: CommandContext) =>
    handleCommand({ store, decider: pinDecider, stream: streams.pin(code), command, context }),
});

export type PinCommands = ReturnType<typeof pinCommands>;
