import { deviceIdSchema } from "@ornament/contracts/api/consumers";
import { accountIdSchema } from "@ornament/contracts/domain/account-id";
import { pinIdOfDevice } from "@ornament/contracts/domain/device-id";
import { limits } from "@ornament/contracts/domain/limits";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import { z } from "zod";

/**
 * What a device token says: the device, which names its PIN, and its owner. `elsewhere` are the same browser's devices on
 * the consumer's other PINs, at most one for each: a browser holds one token, and must not take a second place on a PIN
 * that it comes back to.
 */
const deviceClaims = z.strictObject({
  deviceId: deviceIdSchema,
  consumerId: accountIdSchema,
  elsewhere: z.array(deviceIdSchema).max(50).default([]),
});
type DeviceClaims = z.output<typeof deviceClaims>;

export interface DeviceTokens {
  /** `undefined` for a token that is not ours. Only the PIN's stream tells whether the device is still bound. */
  verify(token: string): DeviceClaims | undefined;
  /** The consumer's devices that the browser's token proves, the newest first; none for another consumer's token. */
  heldDevices(consumerId: number, token: string | undefined): readonly number[];
  /** A token for the device. It still proves what the browser holds on other PINs. */
  issue(device: { deviceId: number; consumerId: number; held: readonly number[] }): string;
}

export function deviceTokens({ secrets, clock }: { secrets: Secrets; clock: () => Date }): DeviceTokens {
  const tokens = createSignedTokens("device", deviceClaims, secrets.ring("device"));
  const verify = (token: string) => tokens.verify(token, clock());
  return {
    verify,
    heldDevices(consumerId, token) {
      const claims = token ? verify(token) : undefined;
      return claims?.consumerId === consumerId ? [claims.deviceId, ...claims.elsewhere] : [];
    },
    issue: ({ deviceId, consumerId, held }) =>
      tokens.sign({ deviceId, consumerId, elsewhere: onOtherPins(deviceId, held) }),
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
