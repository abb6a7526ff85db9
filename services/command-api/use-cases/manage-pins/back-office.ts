import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { pinRoutes } from "@ornament/contracts/api/pins";
import { formatPinCode, pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand } from "@ornament/platform/commands/handle-command";
import type { Handler } from "@ornament/platform/http/route-request";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import type { PinCommands } from "../../aggregates/pin/pin-commands.ts";
import type { Dependencies } from "../../dependencies.ts";
import { commandContext } from "../../http/request-context.ts";
import { codeOfDevice } from "../own-ornaments/own-pin.ts";

interface BackOfficeHandlers {
  updatePinStatus: Handler<typeof pinRoutes.updatePinStatus>;
  updatePinName: Handler<typeof pinRoutes.updatePinName>;
  updateDeviceName: Handler<typeof consumerRoutes.updateDeviceName>;
  removeDevice: Handler<typeof consumerRoutes.removeDevice>;
}

/** What admins change of PINs and devices (spec §2 Pins table, Consumer profile). */
export const backOfficeHandlers = (dependencies: Dependencies, pins: PinCommands): BackOfficeHandlers => ({
  async updatePinStatus(request) {
    const { id, status, comment } = request.body;
    const code = pinCodeOf(id);
    const type = status ? "Activate" : "Deactivate";
    await pins.handle(code, { type, comment }, commandContext(dependencies, request));
    return {
      success: true,
      message: `The PIN ${formatPinCode(code)} was ${status ? "activated" : "deactivated"}.`,
    };
  },

  async updatePinName(request) {
    const { id, name } = request.body;
    const code = pinCodeOf(id);
    const { state, position } = await pins.load(code);
    if (state.ownerId === null) throw new Refusal("pin_not_found");
    request.positions.note(position);
    await handleCommand({
      store: dependencies.store,
      decider: consumerDecider,
      stream: streams.consumer(state.ownerId),
      command: { type: "RenameOrnament", code, name },
      context: commandContext(dependencies, request),
    });
    return { success: true, message: "The ornament was renamed." };
  },

  async updateDeviceName(request) {
    const { id, name } = request.body;
    const command = { type: "RenameDevice", deviceId: id, name } as const;
    await notFoundAsDevice(pins.handle(codeOfDevice(id), command, commandContext(dependencies, request)));
    return { success: true, message: "The device was renamed." };
  },

  async removeDevice(request) {
    const { id } = request.params;
    const command = { type: "RemoveDevices", deviceIds: [id], consumerId: null } as const;
    const context = commandContext(dependencies, request);
    const { state } = await notFoundAsDevice(pins.handle(codeOfDevice(id), command, context));
    return { count: state.devices.size, message: "The device was removed." };
  },
});

/** Who asks about a device hears nothing of the PIN that its id would name. */
async function notFoundAsDevice<T>(handled: Promise<T>): Promise<T> {
  try {
    return await handled;
  } catch (error) {
    if (error instanceof Refusal && error.code === "pin_not_found") throw new Refusal("device_not_found");
    throw error;
  }
}
