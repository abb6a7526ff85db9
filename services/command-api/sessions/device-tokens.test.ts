import { expect, test } from "@jest/globals";
import { deviceIdOf } from "@ornament/contracts/devices/device-id";
import { maxPinId } from "@ornament/contracts/values/pin-code";
import { drawSecrets, readSecrets } from "@ornament/platform/tokens/secrets";
import { deviceTokens } from "./device-tokens.ts";

const tokens = deviceTokens({ secrets: readSecrets(drawSecrets(), ["device"]), clock: () => new Date() });
const consumerId = 4096;
const issue = (deviceId: number, held: readonly number[] = []) =>
  tokens.issue({ deviceId, consumerId, held });

test("a device token proves its device and the browser's devices of other PINs, one for each PIN", () => {
  const held = [deviceIdOf(1, 1), deviceIdOf(2, 7), deviceIdOf(2, 3), deviceIdOf(3, 1)];
  const token = issue(deviceIdOf(1, 2), held);
  expect(tokens.heldDevices(consumerId, token)).toEqual([
    deviceIdOf(1, 2),
    deviceIdOf(2, 7),
    deviceIdOf(3, 1),
  ]);
});

test("a device token proves nothing for another consumer, and a forged or absent one proves nothing at all", () => {
  const token = issue(deviceIdOf(1, 1));
  expect(tokens.heldDevices(consumerId + 1, token)).toEqual([]);
  expect(tokens.heldDevices(consumerId, `${token}x`)).toEqual([]);
  expect(tokens.heldDevices(consumerId, undefined)).toEqual([]);
});

test("a browser bound to more than fifty PINs has a device token that fits into a request", () => {
  const held = Array.from({ length: 60 }, (_, index) => deviceIdOf(maxPinId - 1 - index, 65_535));
  const token = issue(deviceIdOf(maxPinId, 65_535), held);
  expect(token.length).toBeLessThan(2000);
  expect(tokens.heldDevices(consumerId, token)).toHaveLength(50);
});
