import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand } from "@ornament/platform/commands/handle-command";
import { type PinImportCommand, pinImportDecider } from "../../aggregates/pin-import/decider.ts";
import type { Dependencies } from "../../dependencies.ts";

/** A step of an import in its stream. */
export const handleImport = (
  { store }: Pick<Dependencies, "store">,
  importId: string,
  context: CommandContext,
  command: PinImportCommand,
) =>
  handleCommand({
    store,
    decider: pinImportDecider,
    stream: streams.pinImport(importId),
    command,
    context,
  });
