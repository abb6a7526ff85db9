import { expect, test } from "@jest/globals";
import { startPageOf } from "./start-page.ts";

const withPins = (count: number) => ({ pins: { count, rows: [] } });

test("a consumer without an ornament starts at PIN entry", () => {
  expect(startPageOf(withPins(0))).toBe("/user/activate-pin");
});

test("a consumer with ornaments starts at the ornament selection", () => {
  expect(startPageOf(withPins(2))).toBe("/user/pin-authorization");
});
