import { p95Of } from "../measure/one-by-one.ts";
import type { SignedIn } from "../product/signed-in.ts";

/** Pages or searches of one kind. */
export interface Kind {
  readonly what: string;
  /** The path of the n-th page or search. */
  readonly path: (n: number) => string;
}

/** The path of a page of 25 rows. */
export const pageOf = (address: string, query: Readonly<Record<string, string>>) =>
  `${address}?${new URLSearchParams({ limit: "25", ...query })}`;

const warmUps = 3;

/** Measures each kind and prints its p95. Resolves with the slowest. */
export async function slowestOf(
  reader: SignedIn,
  kinds: readonly Kind[],
  calls: number,
): Promise<{ measured: number; note: string }> {
  let slowest = { measured: 0, note: "" };
  for (const { what, path } of kinds) {
    const measured = await p95Of(calls, warmUps, (n) => reader.get(path(n)));
    console.log(`  ${what.padEnd(60)} ${measured.toFixed(1)} ms`);
    if (measured > slowest.measured) slowest = { measured, note: `the slowest of ${kinds.length}: ${what}` };
  }
  return slowest;
}
