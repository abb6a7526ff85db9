import { describeDevice } from "@ornament/contracts/domain/device-description";
import { useState } from "react";
import { longDate, timeSince } from "./last-used.ts";
import type { ListedDevice, OwnDevice } from "./unused-places.ts";

/** The name that an admin gave the device, or else a description of its browser. */
export const nameOf = ({ name, title }: OwnDevice) => name || describeDevice(title);

/** A device's name, marked if it is this one. */
export function DeviceName({ device, isThisDevice }: Pick<ListedDevice, "device" | "isThisDevice">) {
  return (
    <>
      <bdi className="fw-semibold">{nameOf(device)}</bdi>{" "}
      {isThisDevice && <span className="o-choice-mark">This device</span>}
    </>
  );
}

/** When a device was last used, and whether that was before this season. */
export function DeviceUse({ device, unused, likeThisDevice }: ListedDevice) {
  const [now] = useState(() => new Date());
  const { lastLogin } = device;
  return (
    <>
      <span className="o-device-when">
        <span>Used {timeSince(lastLogin, now)} </span>
        <time dateTime={lastLogin}>
          <span className="o-device-dot">·</span> {longDate(lastLogin)}
        </time>
      </span>
      {unused && <span className="o-device-unused">Not used since last season</span>}
      {likeThisDevice && <span className="d-block">Perhaps this same device</span>}
    </>
  );
}
