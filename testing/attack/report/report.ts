import { promises } from "./promises.ts";

/** A measured figure, and its promised bound, if it has one. */
export interface Figure {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number;
}

export const isBeyond = ({ value, atMost }: Figure) => atMost !== undefined && !(value <= atMost);

/** The number of calls without work by whose time a figure may exceed its promise. */
const quietCallsAllowed = 20;

/** The number of printed violations; the others are only counted. */
const mostPrinted = 10;

/** The calls, figures and violations of one attack. */
export class Report {
  calls = 0;
  serverErrors = 0;
  successes = 0;
  readonly milliseconds: number[] = [];
  /** The number of answers with each status. */
  readonly statuses = new Map<number, number>();
  readonly figures: Figure[] = [];
  readonly violations: string[] = [];
  violationCount = 0;
  /** The calls that prepared the attack. They count in the three figures below and in no other. */
  preparationCalls = 0;
  /** The CPU time of the whole product, and the growth of its event store. */
  processorMilliseconds = 0;
  events = 0;
  bytes = 0;
  readonly #slack: number;
  readonly #quietMilliseconds: number;

  /**
   * For a machine with other work: `slack` multiplies the bounds of times and of log lines. The bounds of
   * times also grow with `quietMilliseconds`, the time of a call without work.
   */
  constructor(slack = 1, quietMilliseconds = 0) {
    this.#slack = slack;
    this.#quietMilliseconds = quietMilliseconds;
  }

  called(milliseconds: number, status = 0): void {
    this.calls += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.milliseconds.push(milliseconds);
  }

  violation(text: string): void {
    this.violationCount += 1;
    if (this.violations.length < mostPrinted) this.violations.push(text);
  }

  /** Adds a violation unless the condition holds. */
  check(holds: boolean, otherwise: string): void {
    if (!holds) this.violation(otherwise);
  }

  /** Counts the successes of the attack's floor. */
  succeeded(count = 1): void {
    this.successes += count;
  }

  /** Adds a violation if the successes are fewer than the floor, or none. */
  checkFloor(of: string, atLeast: number): void {
    const least = Math.max(1, Math.ceil(atLeast));
    this.figure(`${of} (needed: at least ${least})`, this.successes, "");
    this.check(this.successes >= least, `${this.successes} ${of}, at least ${least} are needed`);
  }

  figure(label: string, value: number, unit: string): void {
    this.figures.push({ label, value, unit });
  }

  /** Adds a figure with a promised bound. Beyond the bound it is a violation. */
  promised(name: keyof typeof promises, value: number): void {
    const { label, unit, atMost: bound } = promises[name];
    const allowed = bound * this.#slack;
    const atMost =
      unit === "ms" ? Math.round(allowed + quietCallsAllowed * this.#quietMilliseconds) : allowed;
    const figure = { label, value, unit, atMost };
    this.figures.push(figure);
    if (isBeyond(figure)) this.violation(`${label}: ${amount(figure)}, promised at most ${atMost}`);
  }
}

export const round = (value: number) =>
  value.toFixed(Number.isInteger(value) ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0);

export const amount = ({ value, unit }: Pick<Figure, "value" | "unit">) =>
  Number.isFinite(value) ? `${round(value)} ${unit}`.trim() : "did not happen during the attack";
