import { describe, expect, test } from "@jest/globals";
import { memoryStore } from "../../app/safe-storage.ts";
import { defaultOrnament, ornamentTitle, storedOrnament, storeOrnament } from "./ornament-choice.ts";

const pin = (id: number, blocked = false) => ({ id, blocked });
const none = { stored: undefined, current: null };

describe("the ornament chosen at first", () => {
  test("is the stored one, before the current one", () => {
    expect(defaultOrnament([pin(1), pin(2), pin(3)], { stored: 3, current: 2 })).toBe(3);
  });

  test("is the current one without a stored one, or when that is blocked or no longer there", () => {
    const pins = [pin(1), pin(2), pin(3, true)];
    expect(defaultOrnament(pins, { stored: undefined, current: 2 })).toBe(2);
    expect(defaultOrnament(pins, { stored: 3, current: 2 })).toBe(2);
    expect(defaultOrnament(pins, { stored: 99, current: 2 })).toBe(2);
  });

  test("is else the first active one by id, not by place", () => {
    expect(defaultOrnament([pin(9), pin(2, true), pin(10), pin(4)], none)).toBe(4);
    expect(defaultOrnament([pin(9), pin(4)], { stored: undefined, current: 2 })).toBe(4);
  });

  test("is none when all are blocked", () => {
    expect(defaultOrnament([pin(1, true), pin(2, true)], { stored: 1, current: 2 })).toBeUndefined();
  });
});

test("the selection is kept for the tab", () => {
  const session = memoryStore();
  expect(storedOrnament(session)).toBeUndefined();
  storeOrnament(session, 123);
  expect(storedOrnament(session)).toBe(123);
  session.set("selectedPinId", "ABCD");
  expect(storedOrnament(session)).toBeUndefined();
});

test("an ornament without a nickname goes by its PIN", () => {
  expect(ornamentTitle({ name: "Emma, Noah", pin: "ABCD-123" })).toBe("Emma, Noah");
  expect(ornamentTitle({ name: "", pin: "ABCD-123" })).toBe("ABCD-123");
});
