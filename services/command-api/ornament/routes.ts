import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { ornamentRoutes } from "@ornament/contracts/api/ornaments";
import type { pinRoutes } from "@ornament/contracts/api/pins";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Dependencies } from "../dependencies.ts";
import { pinCommands } from "../pin/pin-commands.ts";
import { activatePinsHandler } from "./activate-pins.ts";
import { backOfficeHandlers } from "./back-office.ts";
import { bindDeviceHandler } from "./bind-device.ts";
import { ownOrnamentHandlers } from "./own-ornaments.ts";
import { removeOwnDevicesHandler } from "./remove-devices.ts";

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
