import { expect, test } from "@jest/globals";
import { deviceLimitProblem, playerLinkProblem } from "./use-setting.ts";

test.each([
  ["5", undefined],
  ["", "Required"],
  ["0", "Enter a whole number from 1 to 10000"],
  ["-1", "Enter a whole number from 1 to 10000"],
  ["2.5", "Enter a whole number from 1 to 10000"],
  ["10000", undefined],
  ["10001", "Enter a whole number from 1 to 10000"],
  ["99999999", "Enter a whole number from 1 to 10000"],
  ["1e3", "Enter a whole number from 1 to 10000"],
])("the message for the device limit %j is %j", (text, problem) =>
  expect(deviceLimitProblem(text)).toBe(problem),
);

test("a player link is required and must be https", () => {
  expect(playerLinkProblem("")).toBe("Required");
  expect(playerLinkProblem("http://videos.example/")).toBe("Enter a link that begins with https://");
  expect(playerLinkProblem("https://videos.example/?season=1")).toBeUndefined();
});
