import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { ornamentRoutes } from "@ornament/contracts/api/ornaments";
import type { pinRoutes } from "@ornament/contracts/api/pins";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { pinCommands } from "../aggregates/pin/pin-commands.ts";
import type { Dependencies } from "../dependencies.ts";
import { bindDeviceHandler } from "./bind-device/bind-device.ts";
import { activatePinsHandler } from "./enter-pins/activate-pins.ts";
import { removeOwnDevicesHandler } from "./forget-devices/remove-devices.ts";
import { backOfficeHandlers } from "./manage-pins/back-office.ts";
import { ownOrnamentHandlers } from "./own-ornaments/own-ornaments.ts";

type OrnamentHandlers = HandlersFor<typeof ornamentRoutes> &
  HandlersFor<Pick<typeof pinRoutes, "updatePinStatus" | "updatePinName">> &
  HandlersFor<Pick<typeof consumerRoutes, "updateDeviceName" | "removeDevice">>;

/** Ornaments and devices: the consumer's own, and the back office's changes to them. */
export function ornamentHandlers(dependencies: Dependencies): OrnamentHandlers {
  const pins = pinCommands(dependencies);
  return {
    activatePins: activatePinsHandler(dependencies, pins),
    ...ownOrnamentHandlers(dependencies, pins),
    bindDevice: bindDeviceHandler(dependencies, pins),
    removeOwnDevices: removeOwnDevicesHandler(dependencies, pins),
    ...backOfficeHandlers(dependencies, pins),
  };
}
