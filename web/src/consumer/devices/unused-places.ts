import type { OwnPin } from "@ornament/contracts/api/consumer-session";
import { describeDevice } from "@ornament/contracts/domain/device-description";
import { limits } from "@ornament/contracts/domain/limits";

export type OwnDevice = OwnPin["devices"][number];

/** This browser and the time. */
interface Here {
  /** The id of this device, if it is bound to the ornament. */
  thisDevice: number | undefined;
  userAgent: string;
  now: Date;
}

/** A device of the list. */
export interface ListedDevice {
  device: OwnDevice;
  isThisDevice: boolean;
  /** Not used since the season before this one. */
  unused: boolean;
  /**
   * An unused device that is described like this one, which is not bound: perhaps this one, from before the
   * browser lost its cookie.
   */
  likeThisDevice: boolean;
}

/** The devices of an ornament: first unused ones like this device, then the longest unused. */
export function listDevices(devices: readonly OwnDevice[], here: Here): ListedDevice[] {
  const own = describeDevice(here.userAgent);
  const listed = devices.map((device) => {
    const isThisDevice = device.id === here.thisDevice;
    const age = here.now.getTime() - Date.parse(device.lastLogin);
    const unused = !isThisDevice && age > limits.unusedDeviceMilliseconds;
    const likeThisDevice = unused && here.thisDevice === undefined && describeDevice(device.title) === own;
    return { device, isThisDevice, unused, likeThisDevice };
  });
  return listed.sort(
    (a, b) =>
      Number(b.likeThisDevice) - Number(a.likeThisDevice) ||
      a.device.lastLogin.localeCompare(b.device.lastLogin),
  );
}

/**
 * The unused devices that are forgotten together to make room for this one: none if there are fewer than the
 * `missing` places.
 */
export function unusedTogether(listed: readonly ListedDevice[], missing: number): OwnDevice[] {
  const unused = listed.filter((one) => one.unused).map(({ device }) => device);
  return unused.length < missing ? [] : unused.slice(0, missing);
}
