import type { ornamentRoutes } from "@ornament/contracts/api/ornaments";
import { pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand } from "@ornament/platform/commands/handle-command";
import type { Handler } from "@ornament/platform/http/route-request";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import type { PinCommands } from "../../aggregates/pin/pin-commands.ts";
import type { Dependencies } from "../../dependencies.ts";
import { callingConsumer } from "../../http/consumer-caller.ts";
import { commandContext } from "../../http/request-context.ts";
import { loadOwnPin } from "./own-pin.ts";

/** Choosing and naming the caller's ornaments. A deactivated one can't be chosen (`lockedpin`). */
export function ownOrnamentHandlers(
  dependencies: Dependencies,
  pins: PinCommands,
): {
  selectPin: Handler<typeof ornamentRoutes.selectPin>;
  renameOwnPin: Handler<typeof ornamentRoutes.renameOwnPin>;
} {
  const { store } = dependencies;
  return {
    async selectPin(request) {
      const consumerId = callingConsumer(request.caller);
      const code = pinCodeOf(request.body.pinId);
      const { state } = await loadOwnPin(pins, { code, consumerId, positions: request.positions });
      if (state.blocked) throw new Refusal("lockedpin");
      await handleCommand({
        store,
        decider: consumerDecider,
        stream: streams.consumer(consumerId),
        command: { type: "SelectOrnament", code },
        context: commandContext(dependencies, request),
      });
      return { success: true, message: "The ornament was selected." };
    },
    async renameOwnPin(request) {
      const consumerId = callingConsumer(request.caller);
      const code = pinCodeOf(request.body.id);
      await loadOwnPin(pins, { code, consumerId, positions: request.positions });
      await handleCommand({
        store,
        decider: consumerDecider,
        stream: streams.consumer(consumerId),
        command: { type: "RenameOrnament", code, name: request.body.name },
        context: commandContext(dependencies, request),
      });
      return { success: true, message: "The ornament was renamed." };
    },
  };
}
