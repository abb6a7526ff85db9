import { percentile } from "@ornament/testing/suites/percentile";
import { amount, isBeyond, type Report, round } from "./report.ts";

/** An attack by its full name, with its check and its report. */
export interface Row {
  readonly name: string;
  readonly checks: string;
  readonly report: Report;
}

const columns: readonly (readonly [title: string, value: (report: Report) => string])[] = [
  ["calls", ({ calls }) => String(calls)],
  ["p50 ms", ({ milliseconds }) => round(percentile(milliseconds, 0.5))],
  ["p95 ms", ({ milliseconds }) => round(percentile(milliseconds, 0.95))],
  ["max ms", ({ milliseconds }) => round(percentile(milliseconds, 1))],
  ["5xx", ({ serverErrors }) => String(serverErrors)],
  [
    "CPU ms/call",
    ({ calls, preparationCalls, processorMilliseconds }) =>
      round(processorMilliseconds / Math.max(1, calls + preparationCalls)),
  ],
  ["events", ({ events }) => String(events)],
  ["log kB", ({ bytes }) => round(Math.round(bytes / 1_000))],
  ["violations", ({ violationCount }) => String(violationCount)],
];

/** A line for each attack; below it the checks, figures and violations. */
export function tableOf(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length), 6);
  const line = (name: string, cells: readonly string[]) =>
    [
      name.padEnd(width),
      ...cells.map((cell, n) => cell.padStart(Math.max(columns[n]?.[0].length ?? 0, 7))),
    ].join("  ");
  const head = line(
    "attack",
    columns.map(([title]) => title),
  );
  return [
    head,
    "-".repeat(head.length),
    ...rows.flatMap((row) => [line(row.name, cellsOf(row)), ...below(row)]),
  ].join("\n");
}

const cellsOf = ({ report }: Row) => columns.map(([, value]) => value(report));

function below({ checks, report }: Row): string[] {
  const figures = report.figures.map((figure) => {
    const { label, atMost } = figure;
    const bound = atMost === undefined ? "" : ` (promised: at most ${atMost})`;
    const verdict = isBeyond(figure) ? "  BROKEN" : "";
    return `    ${label}: ${amount(figure)}${bound}${verdict}`;
  });
  const more = report.violationCount - report.violations.length;
  const statuses = [...report.statuses]
    .toSorted(([a], [b]) => a - b)
    .filter(([status]) => status > 0)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
  return [
    `    ${checks}`,
    ...(statuses ? [`    answers: ${statuses}`] : []),
    ...figures,
    ...report.violations.map((text) => `    VIOLATION ${text}`),
    ...(more > 0 ? [`    … and ${more} more`] : []),
  ];
}
