import { pinIdOfDevice } from "@ornament/contracts/domain/device-id";
import { limits } from "@ornament/contracts/domain/limits";
import type { Dependencies } from "../../dependencies.ts";
import { type DeviceClaims, deviceTokens } from "../../sessions/device-tokens.ts";

type Signing = Pick<Dependencies, "secrets" | "clock">;

/** The consumer's devices that the browser's token vouches for, the newest first. A token of somebody else's says nothing. */
export function heldDevices(
  dependencies: Signing,
  consumerId: number,
  token: string | undefined,
): readonly number[] {
  if (!token) return [];
  const claims = deviceTokens(dependencies).verify(token, dependencies.clock());
  return claims?.consumerId === consumerId ? [claims.deviceId, ...claims.elsewhere] : [];
}

/** A token for the device that goes on vouching for what the browser is on other PINs. */
export function signDeviceToken(
  dependencies: Signing,
  device: { deviceId: number; consumerId: number; held: readonly number[] },
): string {
  const { deviceId, consumerId, held } = device;
  const claims: DeviceClaims = { deviceId, consumerId, elsewhere: onOtherPins(deviceId, held) };
  return deviceTokens(dependencies).sign(claims);
}

function onOtherPins(deviceId: number, held: readonly number[]): number[] {
  const pins = new Set([pinIdOfDevice(deviceId)]);
  const kept: number[] = [];
  for (const id of held) {
    const pinId = pinIdOfDevice(id);
    if (pins.has(pinId)) continue;
    pins.add(pinId);
    kept.push(id);
  }
  return kept.slice(0, limits.ornamentsPerAccount - 1);
}
