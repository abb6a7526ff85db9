import { median } from "./figures.ts";

/** The figures of both sides, one for each round. */
export interface Turns {
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
}

/**
 * Measures two sides in turns, so that a busy machine slows both. Each side is run once before, unmeasured. The side that goes first changes
 * with each round.
 */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Turns> {
  const figures: { ours: number[]; baseline: number[] } = { ours: [], baseline: [] };
  await ours();
  await baseline();
  for (let round = 0; round < rounds; round += 1) {
    const oursFirst = round % 2 === 0;
    if (oursFirst) figures.ours.push(await ours());
    figures.baseline.push(await baseline());
    if (!oursFirst) figures.ours.push(await ours());
  }
  return figures;
}

export const mediansOf = ({ ours, baseline }: Turns) => ({ ours: median(ours), baseline: median(baseline) });

/** How many of `calls` calls are made in a second, with `atOnce` of them at the same time. */
export async function callsPerSecond(
  calls: number,
  atOnce: number,
  call: (place: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    while (next < calls) await call(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, calls) }, worker));
  return calls / ((performance.now() - began) / 1_000);
}

/** The milliseconds that a call takes. */
export async function millisecondsOf(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}
