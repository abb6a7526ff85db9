import { type Line, meetsTarget, ratioOf } from "../rows/row.ts";
import { shownFigure, shownTarget } from "./text.ts";

const left = 480;
const width = 1030;
const lineHeight = 26;
/** More than the width of a character. */
const characterWidth = 8;
/** The chart shows from a fourth of a target to four times as much. */
const range = 4;

/**
 * A picture of all lines that have a target, as SVG. A bar's length is how much better than its target a figure is, so all bars can be
 * compared: the line in the middle is the target, and what reaches over it is better.
 */
export function chartOf(lines: readonly Line[]): string {
  const shown = lines.filter((line) => line.target);
  const height = shown.length * lineHeight + 70;
  const middle = place(1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    "<title>Figures of the bench, each as a multiple of its target</title>",
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${middle}" y="24" text-anchor="middle" fill="#333333">target</text>`,
    ...shown.flatMap((line, row) => barOf(line, 40 + row * lineHeight)),
    `<line x1="${middle}" x2="${middle}" y1="32" y2="${height - 28}" stroke="#333333" stroke-width="1.5"/>`,
    `<text x="${left}" y="${height - 8}" fill="#555555">← a fourth of the target</text>`,
    `<text x="${width - 10}" y="${height - 8}" text-anchor="end" fill="#555555">four times as good →</text>`,
    "</svg>",
    "",
  ].join("\n");
}

/** The horizontal place of a factor, on a logarithmic scale. */
function place(factor: number): number {
  const shown = Math.min(range, Math.max(1 / range, factor));
  return left + ((Math.log(shown) / Math.log(range) + 1) / 2) * (width - left - 10);
}

function barOf(line: Line, top: number): string[] {
  const target = line.target ?? { atLeast: 1 };
  const judged = ratioOf(line) ?? line.ours.value;
  const factor = "atLeast" in target ? judged / target.atLeast : target.atMost / judged;
  const end = place(factor);
  const colour = meetsTarget(line) ? "#1b7f4b" : "#b3261e";
  const ratio = ratioOf(line);
  const figure = ratio === undefined ? shownFigure(line.ours) : `${ratio.toFixed(2)} ×`;
  const label = `${figure} (${shownTarget(target)})`;
  const length = Math.max(3, end - left);
  const isInside = length > label.length * characterWidth;
  const labelAt = isInside ? left + 6 : left + length + 6;
  return [
    `<text x="8" y="${top + 14}" fill="#111111">${escaped(line.what)}</text>`,
    `<rect x="${left}" y="${top + 3}" width="${length.toFixed(1)}" height="15" fill="${colour}"/>`,
    `<text x="${labelAt.toFixed(1)}" y="${top + 15}" fill="${isInside ? "#ffffff" : colour}">${escaped(label)}</text>`,
  ];
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
