import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { pinRoutes } from "@ornament/contracts/api/pins";
import { formatPinCode, pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { type ErrorCode, Refusal } from "@ornament/contracts/errors";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { PinRefusals } from "../../aggregates/pin/commands.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import { codeOfDevice } from "../own-pin/own-pin.ts";

type Routes = Pick<typeof pinRoutes, "updatePinStatus" | "updatePinName"> &
  Pick<typeof consumerRoutes, "updateDeviceName" | "removeDevice">;

interface Needs {
  readonly pins: Aggregates["pins"];
  readonly consumers: Pick<Aggregates["consumers"], "handle">;
  readonly contexts: Pick<RequestContexts, "of">;
}

/** The commands of admins about PINs and devices. */
export const managePinHandlers = ({ pins, consumers, contexts }: Needs): HandlersFor<Routes> => ({
  async updatePinStatus(request) {
    const { id, status, comment } = request.body;
    const code = pinCodeOf(id);
    const type = status ? "Activate" : "Deactivate";
    await pins.handle(code, { type, comment }, contexts.of(request));
    const done = status ? "activated" : "deactivated";
    return { success: true, message: `The PIN ${formatPinCode(code)} was ${done}.` };
  },

  async updatePinName(request) {
    const { id, name } = request.body;
    const code = pinCodeOf(id);
    const { state, position } = await pins.load(code);
    if (state.ownerId === null) throw new Refusal("pin_not_found");
    request.positions.note(position);
    await consumers.handle(state.ownerId, { type: "RenameOrnament", code, name }, contexts.of(request));
    return { success: true, message: "The ornament was renamed." };
  },

  async updateDeviceName(request) {
    const { id, name } = request.body;
    const command = { type: "RenameDevice", deviceId: id, name } as const;
    await reportedAsDevice(pins.handle(codeOfDevice(id), command, contexts.of(request)));
    return { success: true, message: "The device was renamed." };
  },

  async removeDevice(request) {
    const { id } = request.params;
    const command = { type: "RemoveDevices", deviceIds: [id], consumerId: null } as const;
    const { state } = await reportedAsDevice(pins.handle(codeOfDevice(id), command, contexts.of(request)));
    return { count: state.devices.size, message: "The device was removed." };
  },
});

/**
 * A missing PIN is answered as a missing device, so that a made-up device id does not show which PINs exist.
 */
const deviceRefusals: Record<PinRefusals["RenameDevice" | "RemoveDevices"], ErrorCode> = {
  pin_not_found: "device_not_found",
  device_not_found: "device_not_found",
};

async function reportedAsDevice<T>(handled: Promise<T>): Promise<T> {
  try {
    return await handled;
  } catch (error) {
    const code = answerTo(error, deviceRefusals);
    throw code === undefined ? error : new Refusal(code);
  }
}
