import { expect, test } from "@jest/globals";
import { stillToChoose, tooMany } from "./devices-to-forget.ts";

const removal = (count: number, limit: number, chosen: number[] = [], thisDevice?: number) => ({
  count,
  limit,
  chosen: new Set(chosen),
  thisDevice,
});

test("a device that is not bound needs a count below the limit", () => {
  expect(stillToChoose(removal(5, 5))).toBe(1);
  expect(stillToChoose(removal(5, 5, [1]))).toBe(0);
  expect(stillToChoose(removal(7, 5))).toBe(3);
  expect(stillToChoose(removal(7, 5, [1, 2]))).toBe(1);
});

test("a bound device that is kept can watch at the limit", () => {
  expect(stillToChoose(removal(6, 5, [], 9))).toBe(1);
  expect(stillToChoose(removal(7, 5, [1, 2], 9))).toBe(0);
});

test("a bound device that is forgotten needs a count below the limit again", () => {
  expect(stillToChoose(removal(6, 5, [9], 9))).toBe(1);
  expect(stillToChoose(removal(6, 5, [9, 1], 9))).toBe(0);
});

test("a bound device can watch at the limit, and a new one only below it", () => {
  expect(tooMany({ count: 4, limit: 5, thisDevice: undefined })).toBe(0);
  expect(tooMany({ count: 5, limit: 5, thisDevice: undefined })).toBe(1);
  expect(tooMany({ count: 5, limit: 5, thisDevice: 9 })).toBe(0);
  expect(tooMany({ count: 8, limit: 5, thisDevice: 9 })).toBe(3);
});

test("at least one device must be chosen, even when there is room", () => {
  expect(stillToChoose(removal(2, 5))).toBe(1);
  expect(stillToChoose(removal(2, 5, [1]))).toBe(0);
});

test("the number of devices to choose is never above the number of the ornament's devices", () => {
  expect(stillToChoose(removal(1, 1))).toBe(1);
  expect(stillToChoose(removal(1, 1, [1]))).toBe(0);
});
