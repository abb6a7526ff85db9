import { expect, test } from "@jest/globals";
import { Report } from "./report.ts";

test.each([
  [0, 0, ["0 guesses checked, at least 1 are needed"]],
  [7, 1_500, ["7 guesses checked, at least 1500 are needed"]],
  [2, 2.5, ["2 guesses checked, at least 3 are needed"]],
  [3, 2.5, []],
])("an attack with %d successes and a floor of %d reports %j", (successes, floor, violations) => {
  const report = new Report();
  report.succeeded(successes);
  report.checkFloor("guesses checked", floor);
  expect(report.violations).toEqual(violations);
});

test("a bound on a time grows with the time of a call without work, and a bound on a count does not", () => {
  const violations = (quietMilliseconds: number) => {
    const report = new Report(1, quietMilliseconds);
    report.promised("commandsAfterOutage", 2_100);
    report.promised("linesForAnOutage", 5);
    return report.violations;
  };
  expect(violations(1)).toEqual([
    expect.stringContaining("time until commands"),
    expect.stringContaining("log lines"),
  ]);
  expect(violations(5)).toEqual([expect.stringContaining("log lines")]);
});
