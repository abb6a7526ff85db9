import { streams } from "@ornament/contracts/events/streams";
import type { RowVerdict } from "@ornament/contracts/imports/api";
import { type PinImportRefusalEvent, refusedRowsOfEvent } from "@ornament/contracts/imports/events";
import { formatPinCode } from "@ornament/contracts/values/pin-code";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { ImportCounts, RefusedRow } from "./decider.ts";
import { isPinRow, type PinRow } from "./pin-rows.ts";
import type { SeenCodes } from "./seen-codes.ts";

/** A row with its verdict. `reason` is `null` for a row that is added, `batchName` for any other. */
export interface JudgedRow extends Omit<RefusedRow, "reason"> {
  readonly verdict: RowVerdict;
  readonly batchName: string | null;
  readonly reason: string | null;
}

export interface ImportOptions {
  /** Adds a PIN, or only looks whether it would be added. Returns `false` if the PIN existed before. */
  readonly add: (row: PinRow) => Promise<boolean>;
  /** The PINs of the file so far. */
  readonly seen: SeenCodes;
  /** Called with the counts so far, one call at a time. An error that it throws ends the import. */
  readonly progress?: (counts: ImportCounts) => Promise<void>;
  /** Called with rows in the file's order, one call at a time. An error that it throws ends the import. */
  readonly judged?: (rows: readonly JudgedRow[]) => Promise<void> | void;
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

/** The numbers of rows with each verdict. */
export type Tally = Readonly<Record<RowVerdict, number>>;

const reasons = { exists: "exists already", repeated: "twice in this file" };
const mostRefused = 100;

/** The rows of an import, in pages. */
export type RowPages = AsyncIterable<readonly (PinRow | RefusedRow)[]>;

/**
 * Judges the rows of a file and adds its PINs, in batches. Bad rows and PINs that exist are counted and
 * skipped.
 */
export class RowImport {
  readonly #options: ImportOptions;
  readonly #bad: RefusedRow[] = [];
  readonly #duplicates: RefusedRow[] = [];
  readonly #tally = { added: 0, exists: 0, repeated: 0, bad: 0 };
  #reportedAt: number;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#reportedAt = options.now().getTime();
  }

  get tally(): Tally {
    return { ...this.#tally };
  }

  get counts(): ImportCounts {
    const { added, exists, repeated, bad } = this.#tally;
    const duplicates = exists + repeated;
    return { rows: added + duplicates + bad, added, duplicates, bad };
  }

  /** Throws the error of `add`, `judged`, `progress` or the rows, after everything in flight has ended. */
  async run(pages: RowPages): Promise<ImportOutcome> {
    const { inFlight = 128, inTime = (additions) => additions() } = this.#options;
    for await (const page of pages) {
      for (let at = 0; at < page.length; at += inFlight) {
        const judged = await inTime(() => this.#take(page.slice(at, at + inFlight)));
        await this.#options.judged?.(judged);
        await this.#report();
      }
    }
    return { counts: this.counts, refused: this.#refused() };
  }

  /** Of a PIN that is repeated, the first line is added. */
  async #take(batch: readonly (PinRow | RefusedRow)[]): Promise<JudgedRow[]> {
    const { add, seen } = this.#options;
    const verdicts = batch.map((row): RowVerdict | Promise<RowVerdict> => {
      if (!isPinRow(row)) return "bad";
      return seen.add(row.code) ? add(row).then((added) => (added ? "added" : "exists")) : "repeated";
    });
    const settled = await Promise.allSettled(verdicts);
    const judged = batch.flatMap((row, index) => {
      const result = settled[index];
      return result?.status === "fulfilled" ? this.#count(judgedRow(row, result.value)) : [];
    });
    const failed = settled.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
    return judged;
  }

  #count(row: JudgedRow): JudgedRow {
    this.#tally[row.verdict] += 1;
    const kept = row.verdict === "bad" ? this.#bad : this.#duplicates;
    if (isRefused(row) && kept.length < mostRefused) kept.push(refusedRow(row));
    return row;
  }

  async #report(): Promise<void> {
    const due = this.#options.now().getTime() - this.#reportedAt;
    if (due < (this.#options.progressMilliseconds ?? 2000)) return;
    await this.#options.progress?.(this.counts);
    this.#reportedAt = this.#options.now().getTime();
  }

  #refused(): RefusedRow[] {
    const kept = [...this.#bad, ...this.#duplicates].slice(0, mostRefused);
    return kept.sort((a, b) => a.line - b.line);
  }
}

function judgedRow(row: PinRow | RefusedRow, verdict: RowVerdict): JudgedRow {
  if (!isPinRow(row)) return { ...row, batchName: null, verdict };
  const { line, code, batchName } = row;
  const text = formatPinCode(code);
  return verdict === "exists" || verdict === "repeated"
    ? { line, text, batchName: null, verdict, reason: reasons[verdict] }
    : { line, text, batchName, verdict, reason: null };
}

type NotAdded = JudgedRow & { readonly reason: string };

const isRefused = (row: JudgedRow): row is NotAdded => row.reason !== null;

const refusedRow = ({ line, text, reason }: NotAdded): RefusedRow => ({ line, text, reason });

/**
 * Records every row that an import leaves out, some hundreds in an event. The events are in a stream of their
 * own, so that the import's stream stays short. Nothing is decided on them.
 */
export class RefusedRows {
  #waiting: RefusedRow[] = [];
  #pages = 0;

  constructor(
    private readonly store: Pick<EventStore, "append">,
    private readonly importId: string,
    private readonly context: CommandContext,
  ) {}

  async take(rows: readonly JudgedRow[]): Promise<void> {
    this.#waiting.push(...rows.filter(isRefused).map(refusedRow));
    while (this.#waiting.length >= refusedRowsOfEvent) await this.#append();
  }

  async end(): Promise<void> {
    if (this.#waiting.length > 0) await this.#append();
  }

  async #append(): Promise<void> {
    const { store, importId, context } = this;
    const page = this.#pages;
    const refused = this.#waiting.slice(0, refusedRowsOfEvent);
    const event: PinImportRefusalEvent = { type: "PinImportRowsRefused", data: { importId, page, refused } };
    const expected = page === 0 ? "no_stream" : BigInt(page - 1);
    const step = stepOf(context, `refused rows ${page}`);
    const { position } = await store.append(streams.pinImportRefusals(importId), expected, [event], step);
    context.positions?.note(position);
    this.#waiting = this.#waiting.slice(refusedRowsOfEvent);
    this.#pages += 1;
  }
}
