import { inBatches } from "@ornament/testing/suites/in-batches";
import { median } from "@ornament/testing/suites/percentile";

/**
 * Measures two sides alternately, so that a busy machine slows down both, and gives the medians. Each side
 * runs once before, unmeasured. The first side changes with each round.
 */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number; theirs: number }> {
  const figures: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  await ours();
  await theirs();
  for (let round = 0; round < rounds; round += 1) {
    const oursFirst = round % 2 === 0;
    if (oursFirst) figures.ours.push(await ours());
    figures.theirs.push(await theirs());
    if (!oursFirst) figures.ours.push(await ours());
  }
  return { ours: median(figures.ours), theirs: median(figures.theirs) };
}

/** The number of calls in a second, of `calls` calls with `atOnce` of them at the same time. */
export async function callsPerSecond(
  calls: number,
  atOnce: number,
  call: (place: number) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  await inBatches(calls, atOnce, call);
  return calls / ((performance.now() - began) / 1_000);
}
