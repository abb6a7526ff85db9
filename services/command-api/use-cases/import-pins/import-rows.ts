import { limits } from "@ornament/contracts/domain/limits";
import { formatPinCode } from "@ornament/contracts/domain/pin-code";
import type { ImportCounts, RefusedRow } from "../../aggregates/pin-import/decider.ts";
import { isPinRow, type PinRow } from "./pin-rows.ts";

export interface ImportOptions {
  /** Adds a PIN; `false` where it is known. */
  readonly add: (row: PinRow) => Promise<boolean>;
  /** Told now and then how far the import has come, one call at a time; what it throws ends the import. */
  readonly progress: (counts: ImportCounts) => Promise<void>;
  readonly now: () => Date;
  readonly inFlight?: number;
  readonly progressMilliseconds?: number;
}

export interface ImportOutcome {
  readonly counts: ImportCounts;
  /** The first rows left out, bounded, in the order of their lines. Bad rows are kept before duplicates. */
  readonly refused: readonly RefusedRow[];
}

export const duplicateReason = "imported before, or twice in this file";
const mostRefused = 100;

/** Adds the rows with so many appends under way at once; bad and known rows are counted and left out. */
export class RowImport {
  readonly #options: ImportOptions;
  readonly #underWay = new Map<string, Promise<void>>();
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

  /** Throws what `add`, `progress` or the rows threw, once nothing is under way any more. */
  async run(rows: AsyncGenerator<PinRow | RefusedRow, void, undefined>): Promise<ImportOutcome> {
    const lanes = Array.from({ length: this.#options.inFlight ?? 64 }, () => this.#lane(rows));
    const ended = await Promise.allSettled(lanes);
    await rows.return();
    const failed = ended.find((lane) => lane.status === "rejected");
    if (failed) throw failed.reason;
    return { counts: this.counts, refused: this.#refused() };
  }

  async #lane(rows: AsyncGenerator<PinRow | RefusedRow, void, undefined>): Promise<void> {
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
    // The first line of a repeated PIN wins, so the later one waits until that one is in.
    for (let before = this.#underWay.get(row.code); before; before = this.#underWay.get(row.code)) {
      await before;
    }
    const adding = this.#add(row);
    const settled = adding.catch(() => undefined);
    this.#underWay.set(row.code, settled);
    try {
      await adding;
    } finally {
      this.#underWay.delete(row.code);
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

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** E.g. "996 PINs added, 1 duplicate, 2 bad rows". */
export const importMessage = ({ added, duplicates, bad }: ImportCounts) =>
  `${count(added, "PIN", "PINs")} added, ${count(duplicates, "duplicate", "duplicates")}, ${count(bad, "bad row", "bad rows")}`;

/** The refused rows in words, bad ones first: the page shows the first of them (spec §8). */
export function importErrors(refused: readonly RefusedRow[]): string[] {
  const isDuplicate = ({ reason }: RefusedRow) => reason === duplicateReason;
  const inWords = ({ line, text, reason }: RefusedRow) =>
    `Line ${line}: ${text === "" ? "empty" : `“${text}”`} – ${reason}`;
  return [...refused.filter((row) => !isDuplicate(row)), ...refused.filter(isDuplicate)].map(inWords);
}

/** Batches of a file without batch column are named after it. */
export const batchOfFile = (fileName: string) => fileName.slice(0, limits.batchName);
