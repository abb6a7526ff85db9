import { percentile } from "@ornament/testing/suites/percentile";

/** The milliseconds that a call takes. */
export async function millisecondsOf(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/**
 * The p95 in milliseconds of calls one after another. The first `warmUps` calls are not counted.
 */
export async function p95Of(
  calls: number,
  warmUps: number,
  call: (n: number) => Promise<unknown>,
): Promise<number> {
  const milliseconds: number[] = [];
  for (let n = 0; n < warmUps + calls; n += 1) {
    const took = await millisecondsOf(() => call(n));
    if (n >= warmUps) milliseconds.push(took);
  }
  return percentile(milliseconds, 0.95);
}
