/** `pinId × 65536 + ordinal`, so that the PIN can be computed from a device's id. Ordinals count from 1. */
const ordinals = 65_536;

export const deviceIdOf = (pinId: number, ordinal: number) => pinId * ordinals + ordinal;
export const pinIdOfDevice = (deviceId: number) => Math.floor(deviceId / ordinals);
export const ordinalOfDevice = (deviceId: number) => deviceId % ordinals;
export const maxDeviceOrdinal = ordinals - 1;
