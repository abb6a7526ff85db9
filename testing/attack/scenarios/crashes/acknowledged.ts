import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { inBatches } from "@ornament/testing/suites/in-batches";
import type { Report } from "../../report/report.ts";
import type { Caller } from "../../target/caller.ts";
import type { Target } from "../../target/target.ts";

/** A command on a separate PIN, with its key, so that it can be repeated and found in the event store. */
interface Sent {
  readonly code: string;
  readonly key: string;
  readonly comment: string;
}

/** The commands that are sent until a crash, and their answers. */
export class Acknowledged {
  readonly #target: Target;
  readonly #report: Report;
  readonly #acknowledged: Sent[] = [];
  readonly #unanswered: Sent[] = [];
  #reached = { count: Number.POSITIVE_INFINITY, resolve: () => {} };

  constructor(target: Target, report: Report) {
    this.#target = target;
    this.#report = report;
  }

  get count(): number {
    return this.#acknowledged.length;
  }

  /** Resolves when this number of commands is acknowledged. */
  reaches(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#reached = { count, resolve };
    });
  }

  /** Sends one command for each PIN, with this number of clients, until a command gets no answer. */
  async sendUntilCut(caller: Caller, codes: readonly string[], clients: number): Promise<void> {
    let cut = false;
    await inBatches(codes.length, clients, async (n) => {
      const code = codes[n];
      if (code === undefined || cut) return;
      const sent = { code, key: `crash-${code}`, comment: `Crash ${code}` };
      const status = await this.#send(caller, sent, true);
      if (status === 200) this.#acknowledged.push(sent);
      if (this.count >= this.#reached.count) this.#reached.resolve();
      if (status !== 200) this.#unanswered.push(sent);
      if (status === 0) cut = true;
    });
  }

  /**
   * Repeats the unanswered commands and some others with their keys. After that the event store must hold
   * each command once.
   */
  async checkAfterRestart(caller: Caller): Promise<void> {
    const repeated = [...this.#unanswered, ...this.#acknowledged.slice(-20)];
    await inBatches(repeated.length, 8, async (n) => {
      const sent = repeated[n];
      if (!sent) return;
      const status = await this.#send(caller, sent, false);
      this.#report.check(status === 200, `a repeated command was answered ${status}`);
    });
    const times = new Map<string, number>();
    for (const { type, data } of await this.#target.log.since())
      if (type === "PinDeactivated")
        times.set(String(data.comment), (times.get(String(data.comment)) ?? 0) + 1);
    for (const { comment } of [...this.#acknowledged, ...this.#unanswered]) {
      const count = times.get(comment) ?? 0;
      this.#report.check(count === 1, `${comment}: ${count} times in the event store`);
    }
  }

  async #send(caller: Caller, { code, key, comment }: Sent, mayBeCutOff: boolean): Promise<number> {
    const { status } = await caller.call("PUT", "/api/admin/update-pin-status", {
      token: this.#target.admin,
      key,
      mayBeCutOff,
      body: { id: pinIdOf(code), status: false, comment },
    });
    return status;
  }
}
