import { expect, test } from "@jest/globals";
import type { OwnPin, SignedInConsumer } from "@ornament/contracts/api/consumer-session";
import { defaultOrnament } from "../ornaments/ornament-choice.ts";
import { afterBinding } from "./after-binding.ts";

const now = new Date("2026-12-24T17:00:00.000Z");
const pin = (id: number, devices: OwnPin["devices"] = []): OwnPin => ({
  id,
  pin: "ABCD-123",
  name: "",
  status: true,
  blocked: false,
  countDevices: devices.length,
  devices,
});
const userWith = (...rows: OwnPin[]): SignedInConsumer => ({
  id: 1,
  email: "a@example.com",
  marketingEmail: false,
  isActivated: true,
  createdAt: "2026-11-01T00:00:00.000Z",
  currentPin: null,
  pins: { count: rows.length, rows },
  deviceLimit: 5,
  version: "9",
});

test("a device that was bound is counted and marked as this device, and its ornament is in use", () => {
  const user = afterBinding(userWith(pin(1), pin(2)), { id: 20, pinCodeId: 2, title: "Browser" }, now);
  expect(user.currentPin).toBe(2);
  expect(user.pins.rows[0]?.devices).toEqual([]);
  expect(user.pins.rows[1]).toMatchObject({ countDevices: 1, devices: [{ id: 20, thisDevice: true }] });
  expect(defaultOrnament(user.pins.rows, { stored: undefined, current: null })).toBe(2);
});

test("a device that signed in again keeps its name and is counted once", () => {
  const known = {
    id: 20,
    pinCodeId: 2,
    title: "Browser",
    name: "Kitchen",
    thisDevice: false,
    lastLogin: "2026-12-01T00:00:00.000Z",
  };
  const user = afterBinding(userWith(pin(2, [known])), { id: 20, pinCodeId: 2, title: "Browser" }, now);
  expect(user.pins.rows[0]).toMatchObject({
    countDevices: 1,
    devices: [{ name: "Kitchen", thisDevice: true, lastLogin: now.toISOString() }],
  });
});
