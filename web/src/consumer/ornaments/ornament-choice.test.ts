import { expect, test } from "@jest/globals";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import { defaultOrnament, ornamentInUse, storedOrnament, storeOrnament } from "./ornament-choice.ts";

const pin = (id: number, blocked = false) => ({ id, blocked, devices: [] });
const watched = (id: number, lastLogin: string, { blocked = false, thisDevice = true } = {}) => ({
  id,
  blocked,
  devices: [{ thisDevice, lastLogin }],
});
const none = { stored: undefined, current: null };

test("the stored ornament is preselected before the current one", () =>
  expect(defaultOrnament([pin(1), pin(2), pin(3)], { stored: 3, current: 2 })).toBe(3));

test("the current ornament is preselected when none is stored, or the stored one is deactivated or gone", () => {
  const pins = [pin(1), pin(2), pin(3, true)];
  expect(defaultOrnament(pins, { stored: undefined, current: 2 })).toBe(2);
  expect(defaultOrnament(pins, { stored: 3, current: 2 })).toBe(2);
  expect(defaultOrnament(pins, { stored: 99, current: 2 })).toBe(2);
});

test("without a stored or current ornament, the active one with the lowest id is preselected", () => {
  expect(defaultOrnament([pin(9), pin(2, true), pin(10), pin(4)], none)).toBe(4);
  expect(defaultOrnament([pin(9), pin(4)], { stored: undefined, current: 2 })).toBe(4);
});

test("the ornament that this browser watched last is preselected before one that another browser chose", () => {
  const elsewhere = watched(4, "2026-12-03", { thisDevice: false });
  const pins = [pin(1), watched(2, "2026-12-01"), watched(3, "2026-12-02"), elsewhere];
  expect(defaultOrnament(pins, { stored: undefined, current: 1 })).toBe(3);
  expect(defaultOrnament(pins, { stored: 2, current: 1 })).toBe(2);
  expect(defaultOrnament([pin(1), watched(2, "2026-12-01", { blocked: true })], none)).toBe(1);
});

test("an ornament that nobody chose is in use only if it is the only one", () => {
  expect(ornamentInUse([pin(1), pin(2)], none)).toBeUndefined();
  expect(ornamentInUse([pin(1), pin(2, true)], none)).toBe(1);
  expect(ornamentInUse([pin(1), pin(2)], { stored: 99, current: 2 })).toBe(2);
  expect(ornamentInUse([pin(1), watched(2, "2026-12-01")], { stored: undefined, current: 1 })).toBe(2);
});

test("no ornament is preselected when all are deactivated", () =>
  expect(defaultOrnament([pin(1, true), pin(2, true)], { stored: 1, current: 2 })).toBeUndefined());

test("the chosen ornament is kept in the session storage, and an unreadable value is ignored", () => {
  const session = memoryStore();
  expect(storedOrnament(session)).toBeUndefined();
  storeOrnament(session, 123);
  expect(storedOrnament(session)).toBe(123);
  session.set("selectedPinId", "ABCD");
  expect(storedOrnament(session)).toBeUndefined();
});
