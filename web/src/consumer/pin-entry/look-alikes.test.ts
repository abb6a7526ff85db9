import { expect, test } from "@jest/globals";
import { differencesOf, lookAlikeQuestions, lookAlikesIn } from "./look-alikes.ts";

test.each([
  ["AOCD-347", "Check the 2nd character: O or 0?"],
  ["AXC0-O37", "Check the 4th and 5th characters: O or 0?"],
  ["OXO0-37A", "Check the 1st, 3rd and 4th characters: O or 0?"],
  ["AXC5-7Z3", "Check the 4th character: S or 5? The 6th: Z or 2?"],
  [
    "U6XB-UX1",
    "Check the 1st and 5th characters: U or V? The 2nd: G or 6? The 4th: B or 8? The 7th: I or 1?",
  ],
  ["AXCD-374", "Compare each character with the PIN on your ornament."],
])("for the refused PIN %s the question is: %s", (pin, question) =>
  expect(lookAlikeQuestions(pin).join(" ")).toBe(question),
);

test("the look-alike characters of a PIN are marked at their places, with the hyphen counted", () => {
  expect(lookAlikesIn("AOCD-3I7")).toEqual([1, 6]);
  expect(lookAlikesIn("AXCD-374")).toEqual([]);
});

test("the differences of a PIN and the suggested one are the places with other characters", () =>
  expect(differencesOf("TWOO-ACE", "TW00-ACE")).toEqual([2, 3]));
