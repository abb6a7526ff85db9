import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";

/** Counts the calls of the event store, and keeps the names of the streams that were read. */
export class CountingLog extends InMemoryLog {
  readonly calls = { reads: 0, appends: 0 };
  readonly read: string[] = [];

  override append(...call: Parameters<InMemoryLog["append"]>) {
    this.calls.appends += 1;
    return super.append(...call);
  }

  override readStream(...call: Parameters<InMemoryLog["readStream"]>) {
    this.calls.reads += 1;
    this.read.push(call[0]);
    return super.readStream(...call);
  }

  /** The calls that the work makes. */
  async during(work: () => Promise<unknown>): Promise<{ reads: number; appends: number }> {
    const before = { ...this.calls };
    await work();
    return { reads: this.calls.reads - before.reads, appends: this.calls.appends - before.appends };
  }
}
