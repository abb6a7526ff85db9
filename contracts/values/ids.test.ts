import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { deviceIdOf, maxDeviceOrdinal, ordinalOfDevice, pinIdOfDevice } from "../devices/device-id.ts";
import { composeAccountId, idParameter } from "./account-id.ts";
import { maxPinId } from "./pin-code.ts";

test("a device id contains its PIN and ordinal and is a safe integer", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: maxPinId }),
      fc.integer({ min: 1, max: maxDeviceOrdinal }),
      (pin, n) => {
        const id = deviceIdOf(pin, n);
        return Number.isSafeInteger(id) && pinIdOfDevice(id) === pin && ordinalOfDevice(id) === n;
      },
    ),
  );
});

test("account ids ascend with time and stay safe integers until 2039", () => {
  const earlier = composeAccountId(new Date("2026-11-20T10:00:00.000Z"), 4095);
  const later = composeAccountId(new Date("2026-11-20T10:00:00.001Z"), 0);
  expect(later).toBeGreaterThan(earlier);
  expect(Number.isSafeInteger(composeAccountId(new Date("2039-01-01"), 4095))).toBe(true);
});

test.each(["", "-1", "1.5", "1e3", "abc", "99999999999999999", "1 "])("%p is not a valid id", (text) => {
  expect(idParameter.safeParse(text).success).toBe(false);
});
