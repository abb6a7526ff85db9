import { expect, test } from "@jest/globals";
import type { Line } from "../rows/row.ts";
import { chartOf } from "./chart.ts";
import { markdownTable, textLine } from "./text.ts";

const page = (value: number): Line => ({
  what: "First page",
  ours: { value, unit: "ms" },
  baseline: { what: "find + count", value: 10, unit: "ms" },
  target: { atMost: 1.8 },
});
const rate = (value: number): Line => ({
  what: "Commands <64 at once>",
  ours: { value, unit: "commands/s" },
  target: { atLeast: 100 },
});

test("a line of the bench shows both figures, the ratio and the target", () => {
  expect(textLine(page(18)).replace(/ +/g, " ")).toBe(
    "First page 18 ms find + count 10 ms 1.80 × target ≤ 1.8",
  );
});

test.each([
  [page(18), false],
  [page(18.1), true],
  [rate(100), false],
  [rate(99), true],
])("line %# of the bench is marked exactly when it misses its target", (line, missed) => {
  expect(textLine(line).endsWith("MISSED")).toBe(missed);
  expect(markdownTable([line]).includes("**")).toBe(missed);
  expect(chartOf([line]).includes("#b3261e")).toBe(missed);
});

test("the chart of the bench escapes names and leaves out lines without a target", () => {
  const chart = chartOf([rate(100), { what: "Seeding", ours: { value: 1, unit: "s" } }]);
  expect(chart).toContain("Commands &lt;64 at once&gt;");
  expect(chart).not.toContain("Seeding");
});
