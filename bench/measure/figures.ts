/** The value at a share of the sorted values: 0.5 is the median. 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

const nameWidth = 58;

/** A line with one figure. */
export const figureLine = (what: string, figure: number, unit: string) =>
  `${what.padEnd(nameWidth)} ${figure.toFixed(figure < 10 ? 1 : 0).padStart(8)} ${unit}`;

/** A line with the median and the 99th percentile of times in milliseconds. */
export const latencyLine = (what: string, times: readonly number[]) =>
  `${what.padEnd(nameWidth)} ${median(times).toFixed(1).padStart(8)} ms (p99 ${percentile(times, 0.99).toFixed(1)} ms)`;

/** Most that an answer may cost, as a multiple of the plain page. */
export const mostRatio = 1.5;

export interface Compared {
  readonly what: string;
  /** Times in milliseconds, and those of the plain page that was measured in between. */
  readonly times: readonly number[];
  readonly plain: readonly number[];
}

export const ratioOf = ({ times, plain }: Compared) => median(times) / median(plain);

/** A line with the median and its ratio to the plain page. A ratio above the limit is marked. */
export function ratioLine(compared: Compared): string {
  const ratio = ratioOf(compared);
  const mark = ratio > mostRatio ? `  above ${mostRatio}` : "";
  const shown = median(compared.times).toFixed(1).padStart(8);
  return `${compared.what.padEnd(nameWidth)} ${shown} ms ${ratio.toFixed(2).padStart(6)} ×${mark}`;
}
