import { useState } from "react";
import { ownUserAgent } from "../player/own-user-agent.ts";
import { tooMany } from "./devices-to-forget.ts";
import { type ListedDevice, listDevices, type OwnDevice, unusedTogether } from "./unused-places.ts";
import type { Chosen } from "./use-chosen-ornament.ts";
import { useThisDevice } from "./use-this-device.ts";

interface DeviceList {
  /** False until the server has said which device this is. */
  answered: boolean;
  thisDevice: number | undefined;
  listed: readonly ListedDevice[];
  /** The unused devices that make room for this one when they are forgotten; none if they are not enough. */
  offered: readonly OwnDevice[];
}

/** The ornament's devices as they are shown when there is no place for this one. */
export function useDeviceList(chosen: Chosen): DeviceList {
  const { user, pin } = chosen;
  const { answered, id: thisDevice } = useThisDevice(chosen);
  const [now] = useState(() => new Date());
  const listed = listDevices(pin.devices, { thisDevice, userAgent: ownUserAgent(), now });
  const missing = tooMany({ count: pin.devices.length, limit: user.deviceLimit, thisDevice });
  const offered = answered && missing > 0 ? unusedTogether(listed, missing) : [];
  return { answered, thisDevice, listed, offered };
}
