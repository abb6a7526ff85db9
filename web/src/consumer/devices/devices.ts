import type { OwnPin } from "@ornament/contracts/account/api";
import { describeDevice } from "@ornament/contracts/devices/device-description";
import { limits } from "@ornament/contracts/values/limits";

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
  /** Another device of the list has the same name, so the time of day tells them apart. */
  hasNamesake: boolean;
}

/** The name that an admin gave the device, or else a description of its browser. */
export const nameOf = ({ name, title }: OwnDevice) => name || describeDevice(title);

/** The devices of an ornament: first unused ones like this device, then the longest unused. */
export function listDevices(devices: readonly OwnDevice[], here: Here): ListedDevice[] {
  const own = describeDevice(here.userAgent);
  const names = devices.map(nameOf);
  const listed = devices.map((device) => {
    const isThisDevice = device.id === here.thisDevice;
    const age = here.now.getTime() - Date.parse(device.lastLogin);
    const unused = !isThisDevice && age > limits.unusedDeviceMilliseconds;
    const likeThisDevice = unused && here.thisDevice === undefined && describeDevice(device.title) === own;
    const hasNamesake = names.indexOf(nameOf(device)) !== names.lastIndexOf(nameOf(device));
    return { device, isThisDevice, unused, likeThisDevice, hasNamesake };
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

interface DeviceCount {
  count: number;
  limit: number;
  /** The id of the device in use, if it is bound to the ornament. */
  thisDevice: number | undefined;
}

/** The number of an ornament's devices, and the devices that the consumer wants to forget. */
export interface Removal extends DeviceCount {
  chosen: ReadonlySet<number>;
}

/**
 * The number of devices to forget before this device can watch; not above 0 if it already can. A bound device
 * may watch when the count is at the limit. Any other device needs a count below the limit.
 */
export const tooMany = ({ count, limit, thisDevice }: DeviceCount): number =>
  count - (thisDevice === undefined ? limit - 1 : limit);

/** At least one, because the screen is for forgetting devices. */
function needed({ chosen, thisDevice, ...rest }: Removal): number {
  const stays = thisDevice !== undefined && !chosen.has(thisDevice);
  return Math.max(1, tooMany({ ...rest, thisDevice: stays ? thisDevice : undefined }));
}

/** The number of devices still to choose before the button is enabled. */
export const stillToChoose = (removal: Removal): number =>
  Math.max(0, Math.min(needed(removal), removal.count) - removal.chosen.size);
