import { beginningOf } from "@ornament/contracts/domain/hidden-characters";
import { limits } from "@ornament/contracts/domain/limits";
import { formatPinCode } from "@ornament/contracts/domain/pin-code";
import type { ImportCounts, RefusedRow } from "../../aggregates/pin-import/decider.ts";
import { isPinRow, type PinRow } from "./pin-rows.ts";

export interface ImportOptions {
  /** Adds a PIN. Returns `false` if the PIN existed before. */
  readonly add: (row: PinRow) => Promise<boolean>;
  /** Called with the counts so far, one call at a time. An error that it throws ends the import. */
  readonly progress: (counts: ImportCounts) => Promise<void>;
  readonly now: () => Date;
  /** Runs a batch of additions, and limits its time. */
  readonly inTime?: <T>(additions: () => Promise<T>) => Promise<T>;
  /** The number of rows in a batch; 128 unless given. */
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

/** The rows of an import, in pages. */
export type RowPages = AsyncGenerator<readonly (PinRow | RefusedRow)[], void, undefined>;

/** Adds the PINs of rows in batches. Bad rows and PINs that existed before are counted and skipped. */
export class RowImport {
  readonly #options: ImportOptions;
  readonly #bad: RefusedRow[] = [];
  readonly #duplicates: RefusedRow[] = [];
  #rows = 0;
  #added = 0;
  #duplicateCount = 0;
  #badCount = 0;
  #reportedAt: number;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#reportedAt = options.now().getTime();
  }

  get counts(): ImportCounts {
    return { rows: this.#rows, added: this.#added, duplicates: this.#duplicateCount, bad: this.#badCount };
  }

  /** Throws the error of `add`, `progress` or the rows, after everything in flight has ended. */
  async run(pages: RowPages): Promise<ImportOutcome> {
    const { inFlight = 128, inTime = (additions) => additions() } = this.#options;
    for await (const page of pages) {
      for (let at = 0; at < page.length; at += inFlight) {
        await inTime(() => this.#take(page.slice(at, at + inFlight)));
        await this.#report();
      }
    }
    return { counts: this.counts, refused: this.#refused() };
  }

  /** Of a PIN that is repeated in the batch, the first line is added. */
  async #take(batch: readonly (PinRow | RefusedRow)[]): Promise<void> {
    const first = new Map<string, PinRow>();
    for (const row of batch) if (isPinRow(row) && !first.has(row.code)) first.set(row.code, row);
    const additions = await Promise.allSettled([...first.values()].map((row) => this.#add(row)));
    for (const row of batch) {
      if (!isPinRow(row)) this.#refuse(row);
      else if (first.get(row.code) !== row) this.#countDuplicate(row);
    }
    const failed = additions.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  #refuse(row: RefusedRow): void {
    this.#rows += 1;
    this.#badCount += 1;
    if (this.#bad.length < mostRefused) this.#bad.push(row);
  }

  async #add(row: PinRow): Promise<void> {
    if (!(await this.#options.add(row))) return this.#countDuplicate(row);
    this.#rows += 1;
    this.#added += 1;
  }

  #countDuplicate({ line, code }: PinRow): void {
    this.#rows += 1;
    this.#duplicateCount += 1;
    if (this.#duplicates.length >= mostRefused) return;
    this.#duplicates.push({ line, text: formatPinCode(code), reason: duplicateReason });
  }

  async #report(): Promise<void> {
    const due = this.#options.now().getTime() - this.#reportedAt;
    if (due < (this.#options.progressMilliseconds ?? 2000)) return;
    await this.#options.progress(this.counts);
    this.#reportedAt = this.#options.now().getTime();
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
export const batchOfFile = (fileName: string) => beginningOf(fileName, limits.batchName);
