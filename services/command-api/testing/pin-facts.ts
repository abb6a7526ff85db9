import { deviceIdOf } from "@ornament/contracts/devices/device-id";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import { pinDecider } from "../pins/decider.ts";

/** Events for the tests of the PIN's decider. */
export const code = "ABCD123";
export const consumer = 4096;
export const stranger = 8192;
export const device = (ordinal: number) => deviceIdOf(pinIdOf(code), ordinal);

export const imported: PinEvent = {
  type: "PinImported",
  data: { code, batchName: "pins.csv", importId: "i" },
};
export const registered: PinEvent = {
  type: "PinRegistered",
  data: { code, consumerId: consumer, name: "Mia" },
};
export const released: PinEvent = { type: "PinReleased", data: { code, consumerId: consumer } };
export const deactivated: PinEvent = {
  type: "PinDeactivated",
  data: { code, consumerId: consumer, comment: "lost" },
};
export const activated: PinEvent = {
  type: "PinActivated",
  data: { code, consumerId: consumer, comment: "found" },
};
/** Bound in the browser with the same number. */
export const bound = (ordinal: number, limit = 5, browser = `browser ${ordinal}`): PinEvent => ({
  type: "DeviceBound",
  data: {
    code,
    consumerId: consumer,
    deviceId: device(ordinal),
    limit,
    userAgent: `agent ${ordinal}`,
    device: "Unknown device",
    browser,
  },
});
/** A binding as it was recorded before devices had a browser. */
export const boundWithoutBrowser = (ordinal: number): PinEvent => ({
  type: "DeviceBound",
  data: { code, consumerId: consumer, deviceId: device(ordinal), limit: 5, userAgent: `agent ${ordinal}` },
});
export const signedIn = (ordinal: number, browser = `browser ${ordinal}`): PinEvent => ({
  type: "DeviceSignedIn",
  data: { code, consumerId: consumer, deviceId: device(ordinal), browser },
});
export const removed = (ordinal: number, name = "Unknown device"): PinEvent => ({
  type: "DeviceRemoved",
  data: { code, consumerId: consumer, deviceId: device(ordinal), device: name },
});
export const renamed = (ordinal: number, name: string): PinEvent => ({
  type: "DeviceRenamed",
  data: { code, consumerId: consumer, deviceId: device(ordinal), name },
});

export const { fold, given } = specify(pinDecider);
