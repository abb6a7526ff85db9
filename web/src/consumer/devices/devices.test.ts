import { expect, test } from "@jest/globals";
import { limits } from "@ornament/contracts/values/limits";
import { listDevices, type OwnDevice, stillToChoose, tooMany, unusedTogether } from "./devices.ts";

const now = new Date("2026-12-01T17:00:00.000Z");
const iPad = "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1";
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1";
const device = (id: number, lastLogin: string, title = iPhone): OwnDevice => ({
  id,
  title,
  lastLogin,
  name: "",
  pinCodeId: 1,
  thisDevice: false,
});
const phone = device(1, "2026-11-30T17:00:00.000Z");
const oldPhone = device(2, "2025-12-20T17:00:00.000Z");
const oldPad = device(3, "2025-12-26T17:00:00.000Z", iPad);
const list = (devices: OwnDevice[], thisDevice?: number) =>
  listDevices(devices, { thisDevice, userAgent: iPad, now });

test("a device is unused when its last use is longer ago than the limit", () => {
  const at = (age: number) => device(9, new Date(now.getTime() - age).toISOString());
  expect(list([at(limits.unusedDeviceMilliseconds)])[0]?.unused).toBe(false);
  expect(list([at(limits.unusedDeviceMilliseconds + 1)])[0]?.unused).toBe(true);
});

test("an unused device like this one is first, then the longest unused", () => {
  expect(
    list([phone, oldPhone, oldPad]).map((one) => [one.device.id, one.unused, one.likeThisDevice]),
  ).toEqual([
    [3, true, true],
    [2, true, false],
    [1, false, false],
  ]);
});

test("a device that is recognised is not unused, and no other one is taken for it", () => {
  const listed = list([oldPhone, { ...oldPad, lastLogin: "2025-12-10T17:00:00.000Z" }], 3);
  expect(
    listed.map(({ isThisDevice, unused, likeThisDevice }) => ({ isThisDevice, unused, likeThisDevice })),
  ).toEqual([
    { isThisDevice: true, unused: false, likeThisDevice: false },
    { isThisDevice: false, unused: true, likeThisDevice: false },
  ]);
});

test("unused devices are offered together only if they are enough", () => {
  const listed = list([phone, oldPhone, oldPad]);
  expect(unusedTogether(listed, 2).map(({ id }) => id)).toEqual([3, 2]);
  expect(unusedTogether(listed, 1).map(({ id }) => id)).toEqual([3]);
  expect(unusedTogether(listed, 3)).toEqual([]);
});

test.each([
  ["a device that is not bound needs a count below the limit", { count: 5, limit: 5 }, 1],
  ["what is chosen counts", { count: 7, limit: 5, chosen: [1, 2] }, 1],
  ["a bound device that is kept can watch at the limit", { count: 7, limit: 5, chosen: [1, 2], here: 9 }, 0],
  ["a bound device that is forgotten needs a place again", { count: 6, limit: 5, chosen: [9], here: 9 }, 1],
  ["at least one must be chosen, even when there is room", { count: 2, limit: 5 }, 1],
  ["no more must be chosen than the ornament has", { count: 1, limit: 1 }, 1],
  ["nothing more is needed when enough are chosen", { count: 1, limit: 1, chosen: [1] }, 0],
])("devices to forget: %s", (_rule, { count, limit, ...more }, missing) => {
  const { chosen = [], here: thisDevice } = more as { chosen?: number[]; here?: number };
  expect(stillToChoose({ count, limit, chosen: new Set(chosen), thisDevice })).toBe(missing);
});

test("a bound device can watch at the limit, and a new one only below it", () => {
  expect(tooMany({ count: 4, limit: 5, thisDevice: undefined })).toBe(0);
  expect(tooMany({ count: 5, limit: 5, thisDevice: undefined })).toBe(1);
  expect(tooMany({ count: 5, limit: 5, thisDevice: 9 })).toBe(0);
});
