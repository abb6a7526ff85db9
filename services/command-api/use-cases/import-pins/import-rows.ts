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
  /** How many PINs are added at the same time; 64 unless given. */
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

/** Adds the PINs of rows, several at the same time. Bad rows and PINs that were there before are counted and left out. */
export class RowImport {
  readonly #options: ImportOptions;
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #bad: RefusedRow[] = [];
  readonly #duplicates: RefusedRow[] = [];
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
  async run(rows: AsyncGenerator<PinRow | RefusedRow, void, undefined>): Promise<ImportOutcome> {
    const workers = Array.from({ length: this.#options.inFlight ?? 64 }, () => this.#work(rows));
    const ended = await Promise.allSettled(workers);
    await rows.return();
    const failed = ended.find((worker) => worker.status === "rejected");
    if (failed) throw failed.reason;
    return { counts: this.counts, refused: this.#refused() };
  }

  async #work(rows: AsyncGenerator<PinRow | RefusedRow, void, undefined>): Promise<void> {
    try {
      while (!this.#stopped) {
        const next = await rows.next();
        if (next.done) return;
        await this.#take(next.value);
        await this.#report();
      }
    } catch (error) {
      this.#stopped = true;
      throw error;
    }
  }

  async #take(row: PinRow | RefusedRow): Promise<void> {
    if (!isPinRow(row)) {
      this.#rows += 1;
      this.#badCount += 1;
      if (this.#bad.length < mostRefused) this.#bad.push(row);
      return;
    }
    // The first line of a repeated PIN wins, so a later line waits until that one has been added.
    for (let before = this.#inFlight.get(row.code); before; before = this.#inFlight.get(row.code)) {
      await before;
    }
    const adding = this.#add(row);
    const settled = adding.catch(() => undefined);
    this.#inFlight.set(row.code, settled);
    try {
      await adding;
    } finally {
      this.#inFlight.delete(row.code);
    }
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
