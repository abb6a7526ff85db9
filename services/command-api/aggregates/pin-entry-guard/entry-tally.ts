import type { TriesLeft } from "@ornament/contracts/errors";
import {
  type Allowance,
  entryAllowance,
  type Failures,
  type GuessCost,
  type Guesses,
  guessCosts,
  type Loss,
  triesLeft,
} from "./allowance.ts";
import { difference } from "./masked-forms.ts";

/**
 * A wrong PIN, or a refused entry. A refused entry has no `forms`, because nothing was looked up. See
 * `PinEntryFailed`.
 */
export interface EntryFailure extends Loss {
  readonly forms?: string | undefined;
}

/**
 * The failures recorded before an entry. The failures of a repeated command itself are in `recorded` only.
 */
export interface PastFailures {
  /** The account's failures of the last 24 hours, oldest first. */
  readonly account: readonly EntryFailure[];
  readonly recorded: readonly EntryFailure[];
  readonly source: Guesses;
  readonly everybody: Guesses;
}

/**
 * Guesses of all entries whose codes are being looked up, or are wrong and not recorded yet. Entries of one
 * process share it.
 */
export interface InFlight {
  guesses: number;
}

/**
 * Counts the wrong PINs of one entry together with earlier ones. A repeated command is counted as the first
 * time, so it gets the same answer. Only failures that the first time did not record are recorded.
 */
export class EntryTally {
  readonly #past: PastFailures;
  readonly #now: number;
  readonly #inFlight: InFlight;
  readonly #failures: EntryFailure[] = [];

  constructor(past: PastFailures, now: number, inFlight: InFlight) {
    this.#past = past;
    this.#now = now;
    this.#inFlight = inFlight;
  }

  get allowance(): Allowance {
    return entryAllowance(this.#all, this.#now);
  }

  /** The wrong PINs that the account may still enter after this entry. */
  get triesLeft(): TriesLeft {
    return triesLeft(this.#all, this.#now);
  }

  get #all(): Failures {
    const { account, recorded, source, everybody } = this.#past;
    return {
      account: [...account, ...this.#failures],
      source,
      everybody,
      more: this.#failures.length - recorded.filter(({ halfPoints }) => halfPoints > 0).length,
      inFlight: this.#inFlight.guesses - this.#failures.length,
    };
  }

  costOf(forms: string): GuessCost {
    const differences = [...this.#past.account, ...this.#failures].map((failure) =>
      failure.forms === undefined ? "more" : difference(failure.forms, forms),
    );
    if (differences.includes("none")) return guessCosts.repeated;
    return differences.includes("one character") ? guessCosts.nearby : guessCosts.fresh;
  }

  /** Counts a wrong PIN. */
  add(forms: string): void {
    const halfPoints = this.costOf(forms);
    if (halfPoints === 0) return;
    this.#failures.push({ at: this.#now, halfPoints, forms });
    this.#inFlight.guesses += 1;
  }

  /** Looks codes up. Until the look-up is done, other entries count them as wrong. */
  async lookUp<T>(codes: readonly string[], find: (code: string) => Promise<T>): Promise<T[]> {
    this.#inFlight.guesses += codes.length;
    try {
      return await Promise.all(codes.map(find));
    } finally {
      this.#inFlight.guesses -= codes.length;
    }
  }

  /** Call it when the wrong PINs are recorded, or when they can't be. */
  end(): void {
    this.#inFlight.guesses -= this.#failures.length;
  }

  /**
   * The failures that must be recorded.
   * @param refused whether the entry is refused. Only the first refusal after a failure is recorded, so that
   * repeated refusals add no events.
   */
  toRecord(refused: boolean): EntryFailure[] {
    const { account, recorded } = this.#past;
    const failures = this.#failures.filter(
      (failure) => !recorded.some(({ forms }) => forms === failure.forms),
    );
    const last = [...account, ...recorded, ...failures].at(-1);
    const first = refused && last?.halfPoints !== 0;
    return first ? [...failures, { at: this.#now, halfPoints: 0 }] : failures;
  }
}
