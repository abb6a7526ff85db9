import type { Product } from "../product/product.ts";

export interface Sizes {
  readonly pins: number;
  readonly consumers: number;
  /** How often each call is measured. */
  readonly rounds: number;
}

/** What belongs together: it measures one product that has just been made, and prints its lines. */
export type Group = (product: Product, sizes: Sizes) => Promise<void>;
