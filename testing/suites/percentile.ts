/** The value at a share of the sorted values: 0.5 is the median. It is a measured value; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
