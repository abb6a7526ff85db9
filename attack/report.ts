import { type PromiseName, promises } from "./promises.ts";

/** A measured figure, and the bound that is promised for it, if one is. */
export interface Figure {
  readonly says: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number;
  readonly enforced?: boolean;
}

export const isBeyond = ({ value, atMost }: Figure) => atMost !== undefined && !(value <= atMost);

/** As many violations as are worth printing; the rest are only counted. */
const kept = 10;

/** What one attack has done and seen. */
export class Report {
  calls = 0;
  serverErrors = 0;
  readonly milliseconds: number[] = [];
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();
  readonly figures: Figure[] = [];
  readonly violations: string[] = [];
  violationCount = 0;
  /** Calls that prepared the attack: they are in the three figures below as well, in no other. */
  preparationCalls = 0;
  /** Processor time of the whole product, and what was added to its log. */
  processorMilliseconds = 0;
  events = 0;
  bytes = 0;
  readonly #slack: number;

  /** `slack` widens the bounds of times, and of what comes of them, for a machine that does other things as well. */
  constructor(slack = 1) {
    this.#slack = slack;
  }

  called(milliseconds: number, status = 0): void {
    this.calls += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.milliseconds.push(milliseconds);
  }

  violation(text: string): void {
    this.violationCount += 1;
    if (this.violations.length < kept) this.violations.push(text);
  }

  /** A violation unless it holds. */
  check(holds: boolean, otherwise: string): void {
    if (!holds) this.violation(otherwise);
  }

  figure(says: string, value: number, unit: string): void {
    this.figures.push({ says, value, unit });
  }

  /** A figure with a promised bound; beyond it a violation where the promise is enforced. */
  promised(name: PromiseName, value: number): void {
    const { says, unit, enforced, atMost: bound } = promises[name];
    const atMost = unit === "ms" || unit === "lines" ? bound * this.#slack : bound;
    const figure = { says, value, unit, atMost, enforced };
    this.figures.push(figure);
    if (enforced && isBeyond(figure))
      this.violation(`${says}: ${amount(figure)}, promised at most ${atMost}`);
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

export const round = (value: number) =>
  value.toFixed(Number.isInteger(value) ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0);

export const amount = ({ value, unit }: Pick<Figure, "value" | "unit">) =>
  Number.isFinite(value) ? `${round(value)} ${unit}`.trim() : "not in the time of the attack";
