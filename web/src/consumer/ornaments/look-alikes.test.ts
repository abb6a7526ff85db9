import { expect, test } from "@jest/globals";
import { lookAlikeHint } from "./look-alikes.ts";

test.each([
  ["ABC0-123", "Look closely: O or 0, I or 1, B or 8?"],
  ["AXCO-723", "Look closely: O or 0?"],
  ["AXC5-72S", "Look closely: S or 5?"],
  ["AXCD-723", undefined],
])("for the refused PIN %s the hint is: %s", (pin, hint) => {
  expect(lookAlikeHint(pin)).toBe(hint);
});
