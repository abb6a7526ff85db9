import type { Report } from "./report.ts";
import type { Target } from "./target.ts";

/** How much of an attack is made. What an attack does not use is 0. */
export interface Size {
  readonly calls: number;
  readonly clients: number;
  readonly seconds: number;
  /** Of all that is drawn at random. */
  readonly seed: number;
}

export interface Attack {
  readonly name: string;
  /** What is checked, for the table. */
  readonly checks: string;
  /** By default, and in the tests. */
  readonly usual: Partial<Size>;
  /** `undefined` where another test does the same. */
  readonly small: Partial<Size> | undefined;
  run(target: Target, size: Size, report: Report): Promise<void>;
}

/** Servers that are not the product's own, and the settings that lead to them. */
export interface Surroundings {
  readonly environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Attacks on one running product, one after another. */
export interface Scenario {
  readonly name: string;
  readonly about: string;
  readonly split: boolean;
  readonly environment?: Record<string, string>;
  /** Another command-api on the same log, so that callers meet in two processes. */
  readonly replica?: boolean;
  /** Starts what the product is to use in the place of its own servers. */
  readonly surround?: (dataDir: string) => Promise<Surroundings>;
  readonly attacks: readonly Attack[];
}
