import { setImmediate as nextTurn } from "node:timers/promises";
import { limits } from "@ornament/contracts/domain/limits";
import { formatPinCode } from "@ornament/contracts/domain/pin-code";
import type { ImportCounts, RefusedRow } from "../../aggregates/pin-import/decider.ts";
import { isPinRow, type PinRow } from "./pin-rows.ts";

export interface ImportOptions {
  /** Adds a PIN. Answers `false` if it was there before. */
  readonly add: (row: PinRow) => Promise<boolean>;
  /** Called with the counts so far, one call at a time. An error that it throws ends the import. */
  readonly progress: (counts: ImportCounts) => Promise<void>;
  readonly now: () => Date;
  /** Runs the additions that begin together, and limits their time. */
  readonly inTime?: <T>(additions: () => Promise<T>) => Promise<T>;
  /** Asked before rows are begun, again and again until the answer is yes; yes unless given. */
  readonly mayGoOn?: () => Promise<boolean>;
  /** How many PINs are added at the same time; 128 unless given. */
  readonly inFlight?: number;
  /** The time between two calls of `progress`; 2 s unless given. */
  readonly progressMilliseconds?: number;
}

export interface ImportOutcome {
  readonly counts: ImportCounts;
  /** At most 100 refused rows, ordered by line. If there are more, bad rows are kept before duplicates. */
  readonly refused: readonly RefusedRow[];
}

export const duplicateReason = "imported before, or twice in this file";
const mostRefused = 100;

/** The rows of an import, many at once. */
export type RowPages = AsyncGenerator<readonly (PinRow | RefusedRow)[], void, undefined>;

/** So many PINs begin together. Other work has a turn before the next ones begin. */
const atOnce = 16;

/** Adds the PINs of rows, several at the same time. Bad rows and PINs that were there before are counted and left out. */
export class RowImport {
  readonly #options: ImportOptions;
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #bad: RefusedRow[] = [];
  readonly #duplicates: RefusedRow[] = [];
  #page: readonly (PinRow | RefusedRow)[] = [];
  #place = 0;
  #turning: Promise<boolean> | undefined;
  #lastTurn: Promise<void> = Promise.resolve();
  #rows = 0;
  #added = 0;
  #duplicateCount = 0;
  #badCount = 0;
  #reportedAt: number;
  #reporting = false;
  #stopped = false;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#reportedAt = options.now().getTime();
  }

  get counts(): ImportCounts {
    return { rows: this.#rows, added: this.#added, duplicates: this.#duplicateCount, bad: this.#badCount };
  }

  /** Throws the error of `add`, `progress` or the rows, after everything in flight has ended. */
  async run(pages: RowPages): Promise<ImportOutcome> {
    const { inFlight = 128 } = this.#options;
    const together = Math.min(atOnce, inFlight);
    const workers = Array.from({ length: Math.floor(inFlight / together) }, () =>
      this.#work(pages, together),
    );
    const ended = await Promise.allSettled(workers);
    await pages.return();
    throwFirstOf(ended);
    return { counts: this.counts, refused: this.#refused() };
  }

  async #work(pages: RowPages, together: number): Promise<void> {
    try {
      while (!this.#stopped) {
        await this.#turn();
        if (!(await this.#mayGoOn())) return;
        if (this.#place === this.#page.length && !(await this.#turnPage(pages))) return;
        const rows = this.#page.slice(this.#place, this.#place + together);
        this.#place += rows.length;
        if (rows.length > 0) await this.#take(rows);
        await this.#report();
      }
    } catch (error) {
      this.#stopped = true;
      throw error;
    }
  }

  /** Waits. `false` when another worker has failed meanwhile. */
  async #mayGoOn(): Promise<boolean> {
    const { mayGoOn } = this.#options;
    if (!mayGoOn) return true;
    while (!this.#stopped) {
      if (await mayGoOn()) return true;
      await this.#report();
    }
    return false;
  }

  /** One turn of the event loop for each worker, one after another. */
  #turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => nextTurn());
    return this.#lastTurn;
  }

  /** The workers share the page. Resolves with `false` at the end of the rows. */
  #turnPage(pages: RowPages): Promise<boolean> {
    this.#turning ??= pages.next().then((next) => {
      this.#turning = undefined;
      if (next.done) return false;
      this.#page = next.value;
      this.#place = 0;
      return true;
    });
    return this.#turning;
  }

  async #take(rows: readonly (PinRow | RefusedRow)[]): Promise<void> {
    const { inTime = (additions) => additions() } = this.#options;
    const repeated: Promise<void>[] = [];
    const begin = (row: PinRow): Promise<void> | undefined => {
      // The first line of a repeated PIN wins, so a later line waits until that one has been added.
      const before = this.#inFlight.get(row.code);
      if (!before) return this.#watch(row, this.#add(row));
      repeated.push(
        this.#watch(
          row,
          before.then(() => inTime(() => this.#add(row))),
        ),
      );
      return undefined;
    };
    const first = inTime(async () =>
      throwFirstOf(
        await Promise.allSettled(rows.map((row) => (isPinRow(row) ? begin(row) : this.#refuse(row)))),
      ),
    );
    throwFirstOf(await Promise.allSettled([first, ...repeated]));
  }

  /** Remembers that the PIN is being added. */
  #watch({ code }: PinRow, adding: Promise<void>): Promise<void> {
    const forget = () => {
      if (this.#inFlight.get(code) === settled) this.#inFlight.delete(code);
    };
    const settled: Promise<void> = adding.then(forget, forget);
    this.#inFlight.set(code, settled);
    return adding;
  }

  #refuse(row: RefusedRow): undefined {
    this.#rows += 1;
    this.#badCount += 1;
    if (this.#bad.length < mostRefused) this.#bad.push(row);
  }

  async #add(row: PinRow): Promise<void> {
    const added = await this.#options.add(row);
    this.#rows += 1;
    if (added) {
      this.#added += 1;
      return;
    }
    this.#duplicateCount += 1;
    if (this.#duplicates.length >= mostRefused) return;
    this.#duplicates.push({ line: row.line, text: formatPinCode(row.code), reason: duplicateReason });
  }

  async #report(): Promise<void> {
    const now = this.#options.now().getTime();
    const due = now - this.#reportedAt >= (this.#options.progressMilliseconds ?? 2000);
    if (this.#reporting || !due) return;
    this.#reporting = true;
    try {
      await this.#options.progress(this.counts);
      this.#reportedAt = this.#options.now().getTime();
    } finally {
      this.#reporting = false;
    }
  }

  #refused(): RefusedRow[] {
    const kept = [...this.#bad, ...this.#duplicates].slice(0, mostRefused);
    return kept.sort((a, b) => a.line - b.line);
  }
}

function throwFirstOf(ended: readonly PromiseSettledResult<unknown>[]): void {
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

const count = (n: number, one: string, many: string) =>
  `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;

/** E.g. "996 PINs added, 1 duplicate, 2 bad rows". */
export const importMessage = ({ added, duplicates, bad }: ImportCounts) =>
  `${count(added, "PIN", "PINs")} added, ${count(duplicates, "duplicate", "duplicates")}, ${count(bad, "bad row", "bad rows")}`;

/** The refused rows in words. Bad rows come first because the page shows only the first errors. */
export function importErrors(refused: readonly RefusedRow[]): string[] {
  const isDuplicate = ({ reason }: RefusedRow) => reason === duplicateReason;
  const inWords = ({ line, text, reason }: RefusedRow) =>
    `Line ${line}: ${text === "" ? "empty" : `“${text}”`} – ${reason}`;
  return [...refused.filter((row) => !isDuplicate(row)), ...refused.filter(isDuplicate)].map(inWords);
}

/** PINs of a file without a batch column get the file's name as their batch. */
export const batchOfFile = (fileName: string) => fileName.slice(0, limits.batchName);
