import { deviceIdSchema } from "@ornament/contracts/devices/api";
import { pinIdOfDevice } from "@ornament/contracts/devices/device-id";
import { accountIdSchema } from "@ornament/contracts/values/account-id";
import { limits } from "@ornament/contracts/values/limits";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";

/**
 * The claims of a device token: the device, whose id contains its PIN, and the owner. `elsewhere`: the same
 * browser's devices of the consumer's other PINs, at most one for each. A browser has only one token, and
 * must not be bound a second time to a PIN that it comes back to.
 */
const deviceClaims = z.strictObject({
  deviceId: deviceIdSchema,
  consumerId: accountIdSchema,
  elsewhere: z.array(deviceIdSchema).max(50).default([]),
});
type DeviceClaims = z.output<typeof deviceClaims>;

export function deviceTokens({ secrets, clock }: Pick<Dependencies, "secrets" | "clock">) {
  const tokens = createSignedTokens("device", deviceClaims, secrets.ring("device"));
  /** The claims of a valid token. Only the PIN's stream says whether the device is still bound. */
  const verify = (token: string): DeviceClaims | undefined => tokens.verify(token, clock());
  return {
    verify,
    /** The devices that the browser's token proves, newest first; none with another consumer's token. */
    heldDevices(consumerId: number, token: string | undefined): readonly number[] {
      const claims = token ? verify(token) : undefined;
      return claims?.consumerId === consumerId ? [claims.deviceId, ...claims.elsewhere] : [];
    },
    /** A token for the device, and for the devices of the browser for other PINs. */
    issue: (device: { deviceId: number; consumerId: number; held: readonly number[] }): string => {
      const { deviceId, consumerId, held } = device;
      return tokens.sign({ deviceId, consumerId, elsewhere: onOtherPins(deviceId, held) });
    },
  };
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
