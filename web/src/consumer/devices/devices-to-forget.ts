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
