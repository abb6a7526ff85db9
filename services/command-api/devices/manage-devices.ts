import type { managedDeviceRoutes } from "@ornament/contracts/devices/api";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { type ErrorCode, Refusal } from "@ornament/contracts/routes/errors";
import { changesSince } from "@ornament/platform/commands/changes-since";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { explained, type Rename, refuseIfRenamed, versionAfter } from "../http/changed-meanwhile.ts";
import type { PinCommand, PinRefusals } from "../pins/commands.ts";
import type { PinState } from "../pins/state.ts";
import { codeOfDevice } from "./device-code.ts";

type Routes = typeof managedDeviceRoutes;

/** The commands of admins about a device. */
export const manageDeviceHandlers = (parts: Parts): HandlersFor<Routes> => ({
  async updateDeviceName(request) {
    const context = parts.contexts.of(request);
    const command = deviceRenameFrom(request.body, context.commandId);
    const handled = await explained(parts, request.caller, () =>
      reportedAsDevice(parts.pins.handle(codeOfDevice(request.body.id), command, context)),
    );
    return { success: true, message: "The device was renamed.", version: versionAfter(handled) };
  },

  async removeDevice(request) {
    const { id } = request.params;
    const command = { type: "RemoveDevices", deviceIds: [id], consumerId: null } as const;
    const { state } = await reportedAsDevice(
      parts.pins.handle(codeOfDevice(id), command, parts.contexts.of(request)),
    );
    return { count: state.devices.size, message: "The device was removed." };
  },
});

/** Makes the command of a rename. Throws `ChangedMeanwhile` if the name was changed after the version. */
const deviceRenameFrom =
  ({ id, name, version }: Rename & { id: number }, commandId: string) =>
  (_state: PinState, events: readonly StoredEvent<PinEvent>[]): PinCommand => {
    const later = changesSince(events, version, commandId).flatMap((event) =>
      event.type === "DeviceRenamed" && event.data.deviceId === id ? [event] : [],
    );
    refuseIfRenamed(later);
    return { type: "RenameDevice", deviceId: id, name };
  };

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
