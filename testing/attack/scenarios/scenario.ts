import type { Report } from "../report/report.ts";
import type { ProductSetup } from "../target/product-setup.ts";
import type { Target } from "../target/target.ts";

/** The size of an attack. A number that an attack does not use is 0. */
export interface Size {
  readonly calls: number;
  readonly clients: number;
  readonly seconds: number;
  /** The seed of all random values. */
  readonly seed: number;
}

/** The fewest successes of an attack. With fewer its calls did not reach their target. */
export interface Floor {
  /** The successes that `Report.succeeded` counts, for the table: "guesses that were checked". */
  readonly of: string;
  readonly atLeast: (size: Size) => number;
}

export interface Attack {
  readonly name: string;
  /** The checks of the attack, for the table. */
  readonly checks: string;
  /** The size by default. */
  readonly usual: Partial<Size>;
  /** The size in the tests; `undefined` if another test does the same. */
  readonly small: Partial<Size> | undefined;
  readonly floor: Floor;
  run(target: Target, size: Size, report: Report): Promise<void>;
}

/** Attacks on one running product, one after another. */
export interface Scenario extends ProductSetup {
  readonly name: string;
  readonly about: string;
  readonly attacks: readonly Attack[];
}
