import type { BenchedProduct } from "../product/benched-product.ts";

export interface Sizes {
  readonly pins: number;
  readonly consumers: number;
  /** Little data and few calls: it shows that each row works, and its figures are not judged. */
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
  /** Such as `ms`, `events/s`, or `×` for a ratio. */
  readonly unit: string;
  readonly bound: Bound;
  /** What the figure is made of or compared with. */
  readonly note?: string;
}

/** A measurement that can be run alone with `--only`. */
export interface Row {
  readonly name: string;
  /**
   * `empty`: a product of its own, on an empty log. `filled`: the product that all such rows share, with the
   * PINs and consumers of the sizes.
   */
  readonly needs: "empty" | "filled";
  /** No lines where this machine lacks what the row needs; the row says so. */
  measure(bench: Bench): Promise<readonly Line[]>;
}

/** Whether a figure keeps to its bound. */
export const holds = ({ measured, bound }: Line): boolean =>
  "atLeast" in bound ? measured >= bound.atLeast : measured <= bound.atMost;
