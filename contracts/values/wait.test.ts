import { expect, test } from "@jest/globals";
import { asksForLongWait, waitInWords } from "./wait.ts";

test.each([
  [0, "one second"],
  [0.2, "one second"],
  [1, "one second"],
  [1.2, "2 seconds"],
  [40, "40 seconds"],
  [59.5, "one minute"],
  [60, "one minute"],
  [61, "2 minutes"],
  [12 * 60, "12 minutes"],
  [59 * 60 + 1, "one hour"],
  [3600, "one hour"],
  [61 * 60, "61 minutes"],
  [90 * 60, "90 minutes"],
  [90 * 60 + 1, "2 hours"],
  [7201, "3 hours"],
  [24 * 3600, "24 hours"],
])("the words for a wait of %p seconds are %p, never shorter than the wait", (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});

test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY])(
  "a wait of %p seconds is a moment",
  (seconds) => {
    expect(waitInWords(seconds)).toBe("a moment");
  },
);

test("a message asks for a long wait from one minute on", () => {
  const asks = (seconds?: number) => asksForLongWait(`Please try again in ${waitInWords(seconds)}.`);
  expect([1, 40, 59, undefined].map(asks)).toEqual([false, false, false, false]);
  expect([60, 61, 720, 3600, 7200, 100_000].map(asks)).toEqual([true, true, true, true, true, true]);
});

test("a message that only mentions minutes does not ask for a wait", () => {
  expect(asksForLongWait("The link works for 60 minutes.")).toBe(false);
});
