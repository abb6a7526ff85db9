import { expect, test } from "@jest/globals";
import type { Line } from "../rows/row.ts";
import { markdownTable, textLine } from "./text.ts";

const page = (measured: number): Line => ({ what: "A page", measured, unit: "ms", bound: { atMost: 20 } });
const ratio = (measured: number): Line => ({
  what: "Compared with emmett",
  measured,
  unit: "×",
  bound: { atLeast: 0.8 },
});

test("a line of the bench shows the figure, its bound, whether it holds, and its note", () => {
  expect(textLine({ ...page(18), note: "slowest: Pins" }).replace(/ +/g, " ")).toBe(
    "A page 18 ms ≤ 20 holds (slowest: Pins)",
  );
});

test.each([
  [page(20), true],
  [page(20.1), false],
  [ratio(0.8), true],
  [ratio(0.79), false],
])("line %# of the bench holds exactly if its figure is within the bound", (line, isKept) => {
  expect(textLine(line).includes("DOES NOT HOLD")).toBe(!isKept);
  expect(markdownTable([line]).includes("**")).toBe(!isKept);
});
