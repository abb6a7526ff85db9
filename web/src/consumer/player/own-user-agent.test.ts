import { expect, test } from "@jest/globals";
import { describeDevice, kindOfDevice } from "@ornament/contracts/domain/device-description";
import { ownUserAgent } from "./own-user-agent.ts";

const mac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15";

test("Safari on an iPad, which calls itself a Mac, is named as an iPad", () => {
  const named = ownUserAgent({ userAgent: mac, maxTouchPoints: 5 });
  expect(describeDevice(named)).toBe("Safari on iPad");
  expect(kindOfDevice(named)).toBe("tablet");
});

test("a Mac without a touch screen keeps its user agent", () => {
  expect(ownUserAgent({ userAgent: mac, maxTouchPoints: 0 })).toBe(mac);
});
