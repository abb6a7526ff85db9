import { pinIdOfDevice } from "@ornament/contracts/devices/device-id";
import { Refusal } from "@ornament/contracts/routes/errors";
import { maxPinId, pinCodeOf } from "@ornament/contracts/values/pin-code";

/** The code of the PIN that a device id contains. Throws `device_not_found` if it contains none. */
export function codeOfDevice(deviceId: number): string {
  const pinId = pinIdOfDevice(deviceId);
  if (pinId > maxPinId) throw new Refusal("device_not_found");
  return pinCodeOf(pinId);
}
