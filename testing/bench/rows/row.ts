import type { BenchedProduct } from "../product/benched-product.ts";

export interface Sizes {
  readonly pins: number;
  readonly consumers: number;
  /** Little data and few calls: each row runs, and its figures are not judged. */
  readonly quick: boolean;
}

export interface Bench {
  readonly product: BenchedProduct;
  readonly sizes: Sizes;
}

export type Bound = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the result. */
export interface Line {
  readonly what: string;
  readonly measured: number;
  /** A unit such as `ms`, `events/s`, or `×` for a ratio. */
  readonly unit: string;
  readonly bound: Bound;
  /** The parts of the figure, or its comparison. */
  readonly note?: string;
}

/** A measurement that can be run alone with `--only`. */
export interface Row {
  readonly name: string;
  /**
   * `empty`: a separate product with an empty event store. `filled`: the product that all such rows share,
   * with the PINs and consumers of the sizes.
   */
  readonly needs: "empty" | "filled";
  /** No lines if this machine lacks something that the row needs; the row prints the reason. */
  measure(bench: Bench): Promise<readonly Line[]>;
}

/** Whether a figure is within its bound. */
export const holds = ({ measured, bound }: Line): boolean =>
  "atLeast" in bound ? measured >= bound.atLeast : measured <= bound.atMost;
