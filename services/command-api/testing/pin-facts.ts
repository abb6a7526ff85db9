import { deviceIdOf } from "@ornament/contracts/devices/device-id";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { factsOf, specify } from "@ornament/platform/commands/testing/decider-specification";
import { pinDecider } from "../pins/decider.ts";

/** Events for the tests of the PIN's decider. */
export const code = "ABCD123";
export const consumer = 4096;
export const stranger = 8192;
export const device = (ordinal: number) => deviceIdOf(pinIdOf(code), ordinal);

const fact = factsOf<PinEvent>()({ code });
const owned = factsOf<PinEvent>()({ code, consumerId: consumer });

export const imported = fact("PinImported", { batchName: "pins.csv", importId: "i" });
export const registered = owned("PinRegistered", { name: "Mia" });
export const released = owned("PinReleased", {});
export const deactivated = owned("PinDeactivated", { comment: "lost" });
export const activated = owned("PinActivated", { comment: "found" });
/** A binding as it was recorded before devices had a browser. */
export const boundWithoutBrowser = (ordinal: number, limit = 5) =>
  owned("DeviceBound", { deviceId: device(ordinal), limit, userAgent: `agent ${ordinal}` });
/** Bound in the browser with the same number. */
export const bound = (ordinal: number, limit = 5, browser = `browser ${ordinal}`) => {
  const { data } = boundWithoutBrowser(ordinal, limit) as Extract<PinEvent, { type: "DeviceBound" }>;
  return owned("DeviceBound", { ...data, device: "Unknown device", browser });
};
export const signedIn = (ordinal: number, browser = `browser ${ordinal}`) =>
  owned("DeviceSignedIn", { deviceId: device(ordinal), browser });
export const removed = (ordinal: number, name = "Unknown device") =>
  owned("DeviceRemoved", { deviceId: device(ordinal), device: name });
export const renamed = (ordinal: number, name: string) =>
  owned("DeviceRenamed", { deviceId: device(ordinal), name });

export const { fold, given } = specify(pinDecider);
/** Given a PIN with an owner. */
export const givenOwned = (...events: (PinEvent | PinEvent[])[]) => given(imported, registered, ...events);
