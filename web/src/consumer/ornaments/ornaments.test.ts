import { expect, test } from "@jest/globals";
import { describeDevice, kindOfDevice } from "@ornament/contracts/devices/device-description";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import { defaultOrnament, ornamentInUse, storedOrnament, storeOrnament } from "./ornament-choice.ts";
import {
  deviceTokenOf,
  ownUserAgent,
  storeDeviceToken,
  storedDeviceToken,
  watchLink,
} from "./this-device.ts";

const pin = (id: number, blocked = false) => ({ id, blocked, devices: [] });
const watched = (id: number, lastLogin: string, { blocked = false, thisDevice = true } = {}) => ({
  id,
  blocked,
  devices: [{ thisDevice, lastLogin }],
});
const elsewhere = watched(4, "2026-12-03", { thisDevice: false });
const seen = [pin(1), watched(2, "2026-12-01"), watched(3, "2026-12-02"), elsewhere];
const blockedOnes = [pin(1, true), pin(2, true)];
const none = { stored: undefined, current: null };

test.each([
  ["the stored one before the current one", [pin(1), pin(2), pin(3)], { stored: 3, current: 2 }, 3],
  ["the current one if none is stored", [pin(1), pin(2)], { stored: undefined, current: 2 }, 2],
  ["the current one if the stored one is off", [pin(1), pin(2), pin(3, true)], { stored: 3, current: 2 }, 2],
  ["the current one if the stored one is gone", [pin(1), pin(2)], { stored: 99, current: 2 }, 2],
  ["the active one with the lowest id", [pin(9), pin(2, true), pin(10), pin(4)], none, 4],
  ["the lowest id if the current one is gone", [pin(9), pin(4)], { stored: undefined, current: 2 }, 4],
  ["the one this browser watched last, before another's choice", seen, { stored: undefined, current: 1 }, 3],
  ["the stored one before the one watched last", seen, { stored: 2, current: 1 }, 2],
  ["no deactivated one that was watched", [pin(1), watched(2, "2026-12-01", { blocked: true })], none, 1],
  ["none if all are deactivated", blockedOnes, { stored: 1, current: 2 }, undefined],
])("the preselected ornament is %s", (_rule, pins, choice, id) =>
  expect(defaultOrnament(pins, choice)).toBe(id),
);

test("an ornament that nobody chose is in use only if it is the only one", () => {
  expect(ornamentInUse([pin(1), pin(2)], none)).toBeUndefined();
  expect(ornamentInUse([pin(1), pin(2, true)], none)).toBe(1);
  expect(ornamentInUse([pin(1), pin(2)], { stored: 99, current: 2 })).toBe(2);
  expect(ornamentInUse([pin(1), watched(2, "2026-12-01")], { stored: undefined, current: 1 })).toBe(2);
});

test("the chosen ornament is kept in the session storage, and an unreadable value is ignored", () => {
  const session = memoryStore();
  expect(storedOrnament(session)).toBeUndefined();
  storeOrnament(session, 123);
  expect(storedOrnament(session)).toBe(123);
  session.set("selectedPinId", "ABCD");
  expect(storedOrnament(session)).toBeUndefined();
});

test("each account keeps its own device token in the browser, and the player gets the token of the last account", () => {
  const local = memoryStore();
  storeDeviceToken(local, 1, "one");
  storeDeviceToken(local, 2, "two");
  expect(deviceTokenOf(local, 1)).toBe("one");
  expect(deviceTokenOf(local, 2)).toBe("two");
  expect(storedDeviceToken(local)).toBe("two");
});

test("a token from before tokens were kept for each account is offered to every account without one", () => {
  const local = memoryStore();
  expect(deviceTokenOf(local, 1)).toBeUndefined();
  local.set("deviceToken", "older");
  expect(deviceTokenOf(local, 1)).toBe("older");
  storeDeviceToken(local, 1, "one");
  expect(deviceTokenOf(local, 1)).toBe("one");
});

test("the link to the player keeps the player's own query and adds the device token", () =>
  expect(watchLink("https://player.example/watch?lang=en", "abc.def")).toBe(
    "https://player.example/watch?lang=en&deviceToken=abc.def",
  ));

test.each([
  ["javascript:alert(1)", "abc"],
  ["data:text/html,x", "abc"],
  ["//player.example", "abc"],
  ["http://player.example", "abc"],
  ["", "abc"],
  ["https://player.example/", undefined],
  ["https://player.example/", ""],
])("there is no link to the player with the URL %j and the device token %j", (url, token) =>
  expect(watchLink(url, token)).toBeUndefined(),
);

const mac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15";

test("Safari on an iPad, which calls itself a Mac, is named as an iPad", () => {
  const named = ownUserAgent({ userAgent: mac, maxTouchPoints: 5 });
  expect(describeDevice(named)).toBe("Safari on iPad");
  expect(kindOfDevice(named)).toBe("tablet");
});

test("a Mac without a touch screen keeps its user agent", () =>
  expect(ownUserAgent({ userAgent: mac, maxTouchPoints: 0 })).toBe(mac));
