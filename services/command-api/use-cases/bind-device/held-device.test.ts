import { expect, test } from "@jest/globals";
import { deviceIdOf } from "@ornament/contracts/domain/device-id";
import { maxPinId } from "@ornament/contracts/domain/pin-code";
import { drawSecrets, readSecrets } from "@ornament/platform/tokens/secrets";
import { heldDevices, signDeviceToken } from "./held-device.ts";

const dependencies = { secrets: readSecrets(drawSecrets(), ["device"]), clock: () => new Date() };
const consumerId = 4096;
const sign = (deviceId: number, held: readonly number[] = []) =>
  signDeviceToken(dependencies, { deviceId, consumerId, held });

test("a token vouches for its device and for the browser's devices on other PINs, one a PIN", () => {
  const held = [deviceIdOf(1, 1), deviceIdOf(2, 7), deviceIdOf(2, 3), deviceIdOf(3, 1)];
  const token = sign(deviceIdOf(1, 2), held);
  expect(heldDevices(dependencies, consumerId, token)).toEqual([
    deviceIdOf(1, 2),
    deviceIdOf(2, 7),
    deviceIdOf(3, 1),
  ]);
});

test("it says nothing to another consumer, and nothing when forged or absent", () => {
  const token = sign(deviceIdOf(1, 1));
  expect(heldDevices(dependencies, consumerId + 1, token)).toEqual([]);
  expect(heldDevices(dependencies, consumerId, `${token}x`)).toEqual([]);
  expect(heldDevices(dependencies, consumerId, undefined)).toEqual([]);
});

test("a browser on fifty ornaments, and more, holds a token that a request takes", () => {
  const held = Array.from({ length: 60 }, (_, index) => deviceIdOf(maxPinId - 1 - index, 65_535));
  const token = sign(deviceIdOf(maxPinId, 65_535), held);
  expect(token.length).toBeLessThan(2000);
  expect(heldDevices(dependencies, consumerId, token)).toHaveLength(50);
});
