import { deviceIdSchema } from "@ornament/contracts/api/consumers";
import { accountIdSchema } from "@ornament/contracts/domain/account-id";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";

/**
 * What a device token says: the device, which names its PIN (design §4), and whose it is. `elsewhere` are the same
 * browser's devices on the consumer's other PINs, at most one a PIN: a browser holds one token, and must not take a second
 * place on a PIN that it comes back to.
 */
const deviceClaims = z.strictObject({
  deviceId: deviceIdSchema,
  consumerId: accountIdSchema,
  elsewhere: z.array(deviceIdSchema).max(50).default([]),
});
export type DeviceClaims = z.output<typeof deviceClaims>;

/** Device tokens, signed. Whether the device is still bound is the PIN's stream to say. */
export const deviceTokens = ({ secrets }: Pick<Dependencies, "secrets">) =>
  createSignedTokens("device", deviceClaims, secrets.ring("device"));
