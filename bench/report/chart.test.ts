import { expect, test } from "@jest/globals";
import { chartOf } from "./chart.ts";

const lineOf = (value: number) => ({
  what: `A figure of ${value}`,
  ours: { value, unit: "ms" },
  target: { atMost: 50 },
});

test("the chart of the bench shows the label of a figure inside its bar", () => {
  expect(chartOf([lineOf(25)])).toContain('fill="#ffffff">25 ms (≤ 50)<');
});

test("the chart of the bench shows the label of a figure that is far from its target beside a short bar", () => {
  const chart = chartOf([lineOf(318)]);
  expect(chart).toContain('<rect x="480" y="43" width="3.0"');
  expect(chart).toContain('<text x="489.0" y="55" fill="#b3261e">318 ms (≤ 50)<');
});

test("lines of the bench without a target are not in its chart", () => {
  expect(chartOf([{ what: "A figure", ours: { value: 1, unit: "ms" } }])).not.toContain("A figure<");
});
