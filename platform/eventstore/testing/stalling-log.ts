import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";

const never = () => new Promise<never>(() => undefined);

/** An event store that answers nothing while `stalled` is true, and counts the requested appends. */
export class StallingLog extends InMemoryLog {
  stalled = false;
  appends = 0;

  override append(...call: Parameters<InMemoryLog["append"]>) {
    this.appends += 1;
    return this.stalled ? never() : super.append(...call);
  }

  override readStream(...call: Parameters<InMemoryLog["readStream"]>) {
    return this.stalled ? never() : super.readStream(...call);
  }
}
