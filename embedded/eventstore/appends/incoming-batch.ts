import type { ExpectedRevision } from "../log/append-decision.ts";
import { MAX_APPEND_SIZE, type ProposedEvent, sizeOf } from "../log/event.ts";
import { type ProposedFields, readProposedEvent, required, writable } from "../protocol/request-fields.ts";
import type { BatchOptions } from "./batch-request.ts";

/** An append is larger than {@link MAX_APPEND_SIZE}. */
export class AppendTooLarge extends Error {}

/** The deadline of an append has passed before its last part has arrived. */
export class AppendTimedOut extends Error {}

/** The time that an append may take to arrive, the real server's default. */
const MOST_MILLISECONDS = 2_000;

/** One append of a batch call, which arrives in one or more parts. */
export class IncomingBatch {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** The client's deadline, in milliseconds since 1970. */
  readonly deadline: number | undefined;
  /** The time by which all parts must have arrived, in milliseconds since 1970. */
  readonly until: number;
  readonly events: ProposedEvent[] = [];
  #size = 0;

  /** Throws {@link AppendTimedOut}, or the gRPC error for options that can't be read. */
  constructor({ stream, expected, deadline }: BatchOptions) {
    this.stream = writable(stream);
    this.expected = required(expected);
    this.deadline = deadline;
    const now = Date.now();
    this.until = Math.min(this.deadline ?? Number.POSITIVE_INFINITY, now + MOST_MILLISECONDS);
    if (this.until <= now) throw new AppendTimedOut();
  }

  /** Throws {@link AppendTooLarge}, or the gRPC error for an event that can't be read. */
  add(events: readonly ProposedFields[]): void {
    for (const fields of events) {
      const event = readProposedEvent(fields);
      this.#size += sizeOf(event);
      if (this.#size > MAX_APPEND_SIZE) throw new AppendTooLarge();
      this.events.push(event);
    }
  }
}

/** The incomplete appends of a call. An append that does not arrive completely in time is dropped. */
export class UnfinishedBatches {
  readonly #batches = new Map<string, { readonly batch: IncomingBatch; readonly timer: NodeJS.Timeout }>();
  readonly #onTimeout: (correlation: string, batch: IncomingBatch) => void;

  constructor(onTimeout: (correlation: string, batch: IncomingBatch) => void) {
    this.#onTimeout = onTimeout;
  }

  /** Keeps the append until its next part arrives. */
  keep(correlation: string, batch: IncomingBatch): void {
    const timer = setTimeout(() => {
      this.#batches.delete(correlation);
      this.#onTimeout(correlation, batch);
    }, batch.until - Date.now());
    this.#batches.set(correlation, { batch, timer });
  }

  take(correlation: string): IncomingBatch | undefined {
    const found = this.#batches.get(correlation);
    if (!found) return undefined;
    clearTimeout(found.timer);
    this.#batches.delete(correlation);
    return found.batch;
  }

  /** Drops all appends without an answer. */
  clear(): void {
    for (const correlation of [...this.#batches.keys()]) this.take(correlation);
  }
}
