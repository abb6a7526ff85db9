import type { CommitSignal } from "./commit-signal.ts";
import type { EventLog } from "./event-log.ts";
import type { WriteOutcome } from "./writes.ts";

/** A write that waits for its commit. It never starts after `deadline`, in milliseconds since 1970. */
export type PendingWrite = {
  readonly deadline?: number | undefined;
  readonly run: (log: EventLog, now: number) => WriteOutcome;
};

type Waiting = PendingWrite & {
  readonly resolve: (outcome: WriteOutcome) => void;
  readonly reject: (error: unknown) => void;
};

const MAX_WRITES_A_COMMIT = 1000;

/** Group commit: all waiting writes share one transaction, and none is answered before it is on disk. */
export class CommitQueue {
  readonly #log: EventLog;
  readonly #signal: CommitSignal;
  readonly #clock: () => number;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #closed = false;

  constructor(log: EventLog, signal: CommitSignal, clock: () => number) {
    this.#log = log;
    this.#signal = signal;
    this.#clock = clock;
  }

  /** Resolves when the write is on disk, or refused. Rejects if it could not be stored. */
  write(write: PendingWrite): Promise<WriteOutcome> {
    if (this.#closed) return Promise.reject(new Error("The event store is shutting down"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...write, resolve, reject });
      this.#schedule();
    });
  }

  /** Commits the waiting writes and refuses new ones. */
  close(): void {
    this.#closed = true;
    while (this.#waiting.length > 0) this.#commitGroup();
  }

  // After the poll phase, so that every write that arrived on the sockets is in the same commit.
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#commitGroup();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  #commitGroup(): void {
    const group = this.#waiting.slice(0, MAX_WRITES_A_COMMIT);
    this.#waiting = this.#waiting.slice(MAX_WRITES_A_COMMIT);
    if (group.length === 0) return;
    const before = this.#log.head;
    try {
      const outcomes = this.#log.commit(() => this.#runAll(group));
      for (const [index, { resolve }] of group.entries()) {
        const outcome = outcomes[index];
        if (outcome) resolve(outcome);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    if (this.#log.head > before) this.#signal.committed();
  }

  #runAll(group: readonly Waiting[]): WriteOutcome[] {
    const created = this.#clock();
    const now = Date.now();
    return group.map(({ run, deadline }) =>
      deadline !== undefined && deadline <= now ? { kind: "timeout" } : run(this.#log, created),
    );
  }
}
