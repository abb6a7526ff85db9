import { type Figure, type Line, meetsTarget, ratioOf, type Target } from "../rows/row.ts";

const nameWidth = 62;

export const shownFigure = ({ value, unit }: Figure) => `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;

export const shownTarget = (target: Target) =>
  "atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;

/** A line for the terminal. A figure outside of its target is marked. */
export function textLine(line: Line): string {
  const ratio = ratioOf(line);
  const parts = [
    line.what.padEnd(nameWidth),
    shownFigure(line.ours).padStart(18),
    ...(line.baseline ? [`${line.baseline.what} ${shownFigure(line.baseline)}`] : []),
    ...(ratio === undefined ? [] : [`${ratio.toFixed(2)} ×`]),
    ...(line.target ? [`target ${shownTarget(line.target)}`] : []),
    ...(meetsTarget(line) === false ? ["MISSED"] : []),
  ];
  return parts.join("  ");
}

/** All lines as a Markdown table. */
export function markdownTable(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const ratio = ratioOf(line)?.toFixed(2) ?? "";
    const shown = meetsTarget(line) === false ? `**${ratio || shownFigure(line.ours)}**` : ratio;
    const baseline = line.baseline ? `${line.baseline.what}: ${shownFigure(line.baseline)}` : "";
    const cells = [
      line.what,
      shownFigure(line.ours),
      baseline,
      shown,
      line.target ? shownTarget(line.target) : "",
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| What | Measured | Compared with | Ratio | Target |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
