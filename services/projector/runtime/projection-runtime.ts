import { randomUUID } from "node:crypto";
import { setInterval } from "node:timers/promises";
import { kindsOfOperators, kindsOfReaders } from "@ornament/contracts/projections/jobs";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import { withinDeadline } from "@ornament/platform/deadline/deadline";
import type { Position } from "@ornament/platform/eventstore/event-store";
import { logLevelOf } from "@ornament/platform/eventstore/store-errors";
import type { Readiness } from "@ornament/platform/http/service-app";
import { type CheckResult, sharedCheck } from "@ornament/platform/http/shared-check";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { throttledWarning } from "@ornament/platform/logging/throttled-warning";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { backoffMilliseconds, pause, whenAborted } from "@ornament/platform/waiting/pause";
import { LogProof } from "../log-proof/log-proof.ts";
import type { ProjectorParts } from "../parts.ts";
import {
  GenerationRegistry,
  haveReached,
  isBeyond,
  LogReplaced,
  StateInvalidated,
} from "./generations/registry.ts";
import { verifyNightly } from "./jobs/nightly.ts";
import { runJobs } from "./jobs/run-jobs.ts";
import { Lease, renewMilliseconds } from "./lease.ts";
import { measureLag } from "./measures.ts";
import { ProjectionRun } from "./projection-run.ts";

const tidyMilliseconds = 30_000;
const lagMilliseconds = 5_000;
/** Somebody waits on a screen. */
const jobMilliseconds = 250;
const proofMilliseconds = 1_000;
/** The time in which a clean stop signs the last events. */
const lastProofMilliseconds = 2_000;
/** Shorter than the timeout of the caller. */
const readinessMilliseconds = 1_000;

const notOfThisLog =
  "the read models have a position beyond the log's end: the event store was restored from an older backup, or its address leads to another one";

/** Runs the projections while it has the lease, and begins again after a failure. Otherwise it is a standby. */
export class ProjectionRuntime {
  readonly #parts: ProjectorParts;
  readonly #lease: Lease;
  readonly #stopping = new AbortController();
  readonly #readiness = sharedCheck(() => this.#readReadiness());
  readonly #warnOfOutage: (fields: Record<string, unknown>) => void;
  #head: Position | undefined | "unknown" = "unknown";
  /** Whether this projector or another active one has checked the stored state. */
  #stateChecked = false;
  #logReplaced = false;
  #finished: Promise<void> = Promise.resolve();

  constructor(parts: ProjectorParts) {
    this.#parts = parts;
    this.#lease = new Lease(parts.db, randomUUID(), parts.now);
    this.#warnOfOutage = throttledWarning(parts.logger, "The projections wait for a store");
  }

  start(): void {
    this.#finished = this.#work();
  }

  /** Whether both stores answer, and the read models have reached the head of the first call. */
  readiness(): Promise<Readiness> {
    return this.#readiness.current();
  }

  async #readReadiness(): Promise<CheckResult> {
    const { db, now, projections, store } = this.#parts;
    const [head, generations] = await Promise.allSettled([
      withinDeadline(readinessMilliseconds, () => store.head()),
      new GenerationRegistry(db, now).all({ signal: AbortSignal.timeout(readinessMilliseconds) }),
    ]);
    if (head.status === "rejected") return { ready: false, reason: "the event store does not answer" };
    // An event store that ends earlier than before was replaced.
    if (this.#head === "unknown" || isBefore(head.value, this.#head)) this.#head = head.value;
    if (generations.status === "rejected") return { ready: false, reason: "MongoDB does not answer" };
    if (!this.#stateChecked) return { ready: false, reason: "The projections are starting", soon: true };
    if (isBeyond(generations.value, head.value) && (await this.#areBeyondEnd(generations.value)))
      return { ready: false, reason: notOfThisLog };
    const names = projections.map(({ readModel }) => readModel.name);
    if (haveReached(generations.value, names, this.#head)) return { ready: true };
    return { ready: false, reason: "The projections are catching up with the log", soon: true };
  }

  /** Reads the end again, because events may have been appended and projected after the first read. */
  async #areBeyondEnd(generations: readonly ProjectionGeneration[]): Promise<boolean> {
    const head = await withinDeadline(readinessMilliseconds, () => this.#parts.store.head()).catch(
      () => "away" as const,
    );
    return head !== "away" && isBeyond(generations, head);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#finished;
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping;
    let attempt = 0;
    while (!signal.aborted) {
      try {
        if (!(await this.#lease.take())) {
          this.#stateChecked = true;
          await pause(renewMilliseconds, signal);
          continue;
        }
        await this.#beActive(() => {
          attempt = 0;
        });
      } catch (error) {
        if (!signal.aborted) this.#warn(error, "The projections restart");
      }
      if (!signal.aborted) await pause(backoffMilliseconds(attempt), signal);
      attempt += 1;
    }
    await this.#lease.release().catch(() => undefined);
  }

  /** An outage of a store is not logged again with each attempt. */
  #warn(error: unknown, message: string): void {
    const cause = error instanceof StateInvalidated ? (error.cause ?? error) : error;
    if (isOutage(cause)) this.#warnOfOutage({ reason: reasonOf(cause), what: message });
    else this.#parts.logger[logLevelOf(cause)]({ err: error }, message);
  }

  async #beActive(onStarted: () => void): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, this.#stopping.signal]);
    const keeping = this.#keepLease(signal);
    let run: ProjectionRun | undefined;
    try {
      run = await ProjectionRun.start(this.#parts, { signal, hasSearched: this.#logReplaced });
      this.#logReplaced = false;
      this.#stateChecked = true;
      onStarted();
      const failed = (error: unknown) => this.#warn(error, "Housekeeping failed");
      const proof = this.#parts.proof && new LogProof({ ...this.#parts, ...this.#parts.proof });
      // The tables of a start come first.
      let isFilled = false;
      const at = { run, parts: this.#parts, signal };
      const growProof = async () => {
        isFilled ||= run?.settled === true;
        if (isFilled) await proof?.grow(signal);
      };
      const housekeeping = [
        every(tidyMilliseconds, signal, failed, () => run?.tidy()),
        every(tidyMilliseconds, signal, failed, () => verifyNightly(this.#parts)),
        every(lagMilliseconds, signal, failed, () => measureLag(this.#parts)),
        ...[kindsOfOperators, kindsOfReaders].map((kinds) =>
          every(jobMilliseconds, signal, failed, () => runJobs(kinds, at)),
        ),
        every(proofMilliseconds, signal, failed, growProof),
      ];
      const reason = await Promise.race([run.invalidated(), keeping, whenAborted(signal)]);
      ending.abort();
      await run.stop();
      await Promise.all(housekeeping);
      if (this.#stopping.signal.aborted && isFilled)
        await proof?.grow(AbortSignal.timeout(lastProofMilliseconds), { isEnd: true }).catch(failed);
      this.#logReplaced = reason instanceof LogReplaced;
      if (this.#logReplaced) this.#stateChecked = false;
      else if (reason) throw reason;
    } finally {
      ending.abort();
      await run?.stop();
      await keeping;
    }
  }

  /** Resolves when the lease is lost. In an outage it isn't, because no other projector can take it then. */
  async #keepLease(signal: AbortSignal): Promise<StateInvalidated | undefined> {
    while (!signal.aborted) {
      await pause(renewMilliseconds, signal);
      if (signal.aborted) return undefined;
      try {
        if (!(await this.#lease.renew()))
          return new StateInvalidated("The lease is lost or the document store was emptied");
      } catch (error) {
        this.#warn(error, "The lease could not be renewed");
      }
    }
    return undefined;
  }
}

const isBefore = (a: Position | undefined, b: Position | undefined) =>
  (a?.commit ?? -1n) < (b?.commit ?? -1n);

async function every(
  milliseconds: number,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
  work: () => Promise<void> | undefined,
): Promise<void> {
  try {
    for await (const _ of setInterval(milliseconds, undefined, { signal })) {
      await Promise.resolve(work()).catch(onFailure);
    }
  } catch {
    // Ended by the signal.
  }
}
