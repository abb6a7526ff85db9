import { expect, test } from "@jest/globals";
import { everyReading } from "@ornament/contracts/domain/look-alikes";
import { parsePinCode } from "@ornament/contracts/domain/pin-code";
import { drawPeople } from "../seed/people.ts";
import { termsOf } from "./terms.ts";

test("the mistyped PIN of the bench looks like the complete one", () => {
  const { pin, lookAlikes } = termsOf(drawPeople(500, 500));
  const mistyped = lookAlikes.replace("pin: ", "").toUpperCase();
  expect(mistyped).not.toBe(pin);
  expect(everyReading(parsePinCode(mistyped) ?? "")).toContain(parsePinCode(pin));
});

test("the end of a PIN is its last four characters, and the mistyped PIN misses its fourth one", () => {
  const { pin, endOfPin, mistypedPin } = termsOf(drawPeople(500, 500));
  expect(pin.replace("-", "").slice(3)).toBe(endOfPin);
  expect(pin.replace(/.-/, "-")).toBe(mistypedPin);
});
