import { describeDevice } from "@ornament/contracts/domain/device-description";
import { useState } from "react";
import { lastUsed } from "./last-used.ts";
import type { ListedDevice, OwnDevice } from "./unused-places.ts";

/** The name that an admin gave the device, or else a description of its browser. */
export const nameOf = ({ name, title }: OwnDevice) => name || describeDevice(title);

/** A device's name, marked if it is this one. */
export function DeviceName({ device, isThisDevice }: Pick<ListedDevice, "device" | "isThisDevice">) {
  return (
    <>
      <span className="o-choice-name">{nameOf(device)}</span>{" "}
      {isThisDevice && <span className="o-choice-mark">This device</span>}
    </>
  );
}

/** When a device was last used, and whether that was before this season. */
export function DeviceUse({ device, unused, likeThisDevice }: ListedDevice) {
  const [now] = useState(() => new Date());
  return (
    <>
      Last used <time dateTime={device.lastLogin}>{lastUsed(device.lastLogin, now)}</time>
      {unused && <span className="o-device-unused">Not used since last season</span>}
      {likeThisDevice && (
        <span className="o-device-like">It may be this device: the browser and the kind are the same.</span>
      )}
    </>
  );
}
