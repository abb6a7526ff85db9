import { expect, test } from "@jest/globals";
import { describeDevice, kindOfDevice } from "@ornament/contracts/devices/device-description";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import {
  deviceTokenOf,
  ownUserAgent,
  storeDeviceToken,
  storedDeviceToken,
  watchLink,
} from "./this-device.ts";

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
