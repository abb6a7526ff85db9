import type { Product } from "../product/product.ts";
import type { SeedPeople } from "../seed/people.ts";

export interface Sizes {
  readonly pins: number;
  readonly consumers: number;
  /** How often each side of a comparison is measured. */
  readonly rounds: number;
  /** Fewer calls and events, so that all rows end within two to three minutes. */
  readonly quick: boolean;
}

/** What a row measures on: a running product with nobody else's work on it. */
export interface Bench {
  readonly product: Product;
  readonly sizes: Sizes;
  /** Who and what is in the log of a filled product; nobody in an empty one. */
  readonly people: SeedPeople;
}

/** A limit for the ratio, or for the figure itself where nothing is compared. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

export interface Figure {
  readonly value: number;
  /** Such as `ms` or `commands/s`. */
  readonly unit: string;
}

/** One line of the result. */
export interface Line {
  readonly what: string;
  readonly ours: Figure;
  /** What ours is compared with, in the same unit. The ratio is ours divided by it. */
  readonly baseline?: Figure & { readonly what: string };
  readonly target?: Target;
}

/** A comparison that can be run alone with `--only`. */
export interface Row {
  readonly name: string;
  /**
   * `empty`: a product of its own that has just started on an empty log. `filled`: the product that all such rows share, with the PINs and
   * consumers of the sizes; a row leaves it as it found it, except for the last. `nothing`: the row starts what it needs.
   */
  readonly needs: "empty" | "filled" | "nothing";
  /** `bench.product` is not started for a row that needs nothing. */
  measure(bench: Bench): Promise<readonly Line[]>;
}

export const ratioOf = ({ ours, baseline }: Line): number | undefined =>
  baseline && ours.value / baseline.value;

/** Whether a line is within its target; `undefined` without one. */
export function meetsTarget(line: Line): boolean | undefined {
  const { target } = line;
  if (!target) return undefined;
  const judged = ratioOf(line) ?? line.ours.value;
  return "atLeast" in target ? judged >= target.atLeast : judged <= target.atMost;
}
