import { holds, type Line } from "../rows/row.ts";

const nameWidth = 64;

const shown = (value: number, unit: string) =>
  unit === "×" ? `${value.toFixed(2)} ×` : `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;

const boundOf = ({ bound }: Line) => ("atLeast" in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`);

/** A line for the terminal. */
export const textLine = (line: Line): string =>
  [
    line.what.padEnd(nameWidth),
    shown(line.measured, line.unit).padStart(15),
    boundOf(line).padStart(8),
    holds(line) ? "holds" : "DOES NOT HOLD",
    ...(line.note ? [`(${line.note})`] : []),
  ].join("  ");

/** All lines as a Markdown table. */
export const markdownTable = (lines: readonly Line[]): string =>
  [
    "| What | Bound | Measured | |",
    "| --- | --- | --- | --- |",
    ...lines.map((line) => {
      const measured = shown(line.measured, line.unit);
      return `| ${line.what} | ${boundOf(line)} | ${holds(line) ? measured : `**${measured}**`} | ${line.note ?? ""} |`;
    }),
    "",
  ].join("\n");
