/** The value at a share of the sorted values: 0.5 is the median. 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
